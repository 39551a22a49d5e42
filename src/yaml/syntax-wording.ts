/** Syntax errors of the YAML parser, in words for the author of the file. */
import type { YAMLError } from 'yaml';

/** The parser's sentence, or a plainer one for what happens most. */
export function wording(error: YAMLError): string {
  const { code, message } = error;
  if (code === 'TAB_AS_INDENT') return 'YAML is indented with spaces, not tabs';
  if (code === 'MULTILINE_IMPLICIT_KEY')
    return 'a key must stand on one line; is a `:` missing here, or a quote?';
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'a second `: ` in one line; put the text into quotes';
  if (code === 'BAD_SCALAR_START') return `${message}; put the text into quotes`;
  if (code === 'UNEXPECTED_TOKEN')
    return 'this does not belong to the value before it; is a quote or an indent wrong?';
  const unclosed = /^Missing closing (["'])quote$/.exec(message)?.[1];
  if (unclosed !== undefined) return `the text is not closed: a ${unclosed} is missing`;
  const bracket = /^Flow (?:map|sequence) .* end with a ([\]}])$/.exec(message)?.[1];
  if (bracket !== undefined)
    return `the brackets are not closed, or not indented enough: a ${bracket} is missing`;
  return message;
}
