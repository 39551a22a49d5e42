/** Tokens that hold digits but are no quantities: file names, codes, periods, section numbers, list numbers. */
import { listNumbers } from './list-numbers.ts';

const LABELS: readonly RegExp[] = [
  /\bhttps?:\/\/[^\s)]+/gi,
  /(?:[A-Za-z]:)?(?:[\w.-]*[\\/])+[\w.-]*\.[A-Za-z]\w{0,4}\b/g,
  /\b[\w-]+\.(?:md|txt|csv|html?|pdf|docx?|xlsx?|py|json|png|jpe?g|gif|webp|yaml|yml|log|pptx?)\b/gi,
  /\b(?:Q[1-4]|[1-4]Q|H[12]|FY)[\s-]?(?:\d{4}|'?\d{2})?\b/gi,
  /\b(?:sections?|sec\.|§+|articles?|art\.|paragraphs?|para\.|chapters?|pages?|p\.|lines?|tables?|figures?|fig\.|rfc|pep|versions?|v\.?|python|csf|step|part|note|item|no\.|number|chunk|row|appendix|annex|apache|usb|http|pi|raspberry pi|arxiv:?|form|windows|ubuntu|macos|cortex)\s?#?\d+(?:\.\d+)*(?:\(\d+\))?(?:\s?(?:-|–|to|and|,)\s?\d+(?:\.\d+)*(?![\d,]*\s?(?:%|k\b|x\b|million|days?)))?(?![\d%])/gi,
  /#\d+\b/g,
  /\b(?:status|code|answers?|responds? with|respond with|repl(?:y|ies) with|rejects? (?:it|them) with|http)\s(?:code\s)?\(?[1-5]\d\d\b(?!\s?(?:%|[a-z]+s\b)|[.,]\d)/gi,
  /\b\d+(?:st|nd|rd|th)\b/gi,
  /\b[A-Z]{2,}[A-Za-z]*-\d[\w-]*\b/g,
  /\b(?=\w*[A-Za-z])(?=\w*\d)[A-Z][A-Za-z]*\d+\w*\b(?:-\d+)?/g,
];

/** Words that are a number's own unit may touch it (14.2M, 30k, 8GB): such a token is not a label. */
const NUMBER_WITH_UNIT =
  /^\d[\d.,]*(?:k|m|mm|bn|b|tn|t|x|gb|mb|kb|tb|ghz|mhz|pcs|pm|am|usd|eur|m|h|ft|cm|%)$/i;

/** The text with every label's characters replaced, so that places stay the same. */
export function maskedNames(text: string): string {
  let result = text;
  for (const { start, end } of listNumbers(text))
    result = result.slice(0, start) + result.slice(start, end).replace(/\d/g, '_') + result.slice(end);
  for (const pattern of LABELS) {
    result = result.replace(pattern, (label) =>
      NUMBER_WITH_UNIT.test(label.trim()) ? label : label.replace(/[\d.,]/g, '_'),
    );
  }
  return result;
}

/** The text without file names: the word "empty" of empty.txt says nothing about the file. */
export function withoutFileNames(text: string): string {
  return text.replace(
    /(?:[\w.-]*[\\/])*[\w-]+\.(?:md|txt|csv|html?|pdf|docx?|xlsx?|py|json|png|jpe?g|gif|webp|yaml|yml|log|pptx?)\b/gi,
    ' ',
  );
}
