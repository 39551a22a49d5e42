/** What a capture is about to write, for the person who is asked whether it may. */
import path from 'node:path';
import type { Capture } from './capture.ts';

/** Several lines, without a line break at the end. */
export function capturePreview(capture: Capture, root: string = process.cwd()): string {
  const { documents, warnings, todo, masked } = capture;
  const name = (file: string) => path.relative(root, file).split(path.sep).join('/');
  const copies = documents.filter(({ copy }) => copy !== null);
  const kinds = Object.entries(masked).map(([kind, count]) => `${String(count)} × ${kind}`);
  return [
    `Would write ${name(capture.file)}:`,
    '',
    ...capture.yaml
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`.trimEnd()),
    '',
    ...section(
      'Documents',
      documents.map(
        ({ path: at, corpus_doc, how }) => `${at}${corpus_doc === null ? '' : ` (${corpus_doc})`}: ${how}`,
      ),
    ),
    ...section(
      'Would copy into the corpus, as they are',
      copies.map(({ path: at, copy }) => `${copy?.from ?? ''} → ${name(path.join(capture.corpusDir, at))}`),
    ),
    ...(copies.length === 0
      ? []
      : [`Would add ${String(copies.length)} to ${name(path.join(capture.corpusDir, 'manifest.json'))}`]),
    ...section('Masked', kinds),
    ...section('Note', warnings),
    ...section('To be filled in', todo),
  ]
    .join('\n')
    .trimEnd();
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  - ${line}`)];
}
