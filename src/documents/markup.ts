/** HTML and XML, tag by tag. */
import { Parser } from 'htmlparser2';
import { UnreadableDocumentError } from './types.ts';

export interface MarkupHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The parser's work grows with the square of the depth. */
const LIMIT_DEPTH = 1000;

/** @throws {UnreadableDocumentError} when elements are nested too deeply. */
export function scanMarkup(source: string, handler: MarkupHandler, xmlMode = false): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > LIMIT_DEPTH) throw new UnreadableDocumentError('Elements are nested too deeply');
        handler.open?.(name, attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handler.close?.(name);
      },
    },
    { xmlMode },
  );
  parser.end(source);
}
