/** The check `only_files`: the answer names no file but these. */
import { folded, readable } from '../text/normalise.ts';
import { sentencesOf } from '../text/sentences.ts';
import { guardOf, wordsIn } from '../text/words.ts';
import type { Finding } from './finding.ts';

const EXTENSION =
  '(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|md|txt|rtf|html?|json|xml|ya?ml|py|js|ts|png|jpe?g|gif|svg|log|eml|epub|zip)';
const FILE_NAME = new RegExp(`[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*\\.${EXTENSION}\\b`, 'giu');
/** A name behind one of these may be made up to show what could be loaded. */
const EXAMPLE = /\b(?:e\.g|for example|for instance|such as|like|say|would|could|can|example)\b|\?/i;

const squeezed = (name: string): string => folded(name).replaceAll(/[\s_-]/g, '');

/** Fails when another file is named as a matter of fact. Only names with an extension are seen. */
export function checkOnlyFiles(allowed: readonly string[], answer: string): Finding {
  const names = allowed.map(squeezed);
  let open: string | null = null;
  for (const sentence of sentencesOf(readable(answer))) {
    const strange = [...sentence.matchAll(FILE_NAME)]
      .map(([name]) => name)
      .find((name) => !names.some((own) => own.endsWith(squeezed(name))));
    if (strange === undefined) continue;
    const words = sentence.replaceAll(FILE_NAME, ' ');
    const isAside = EXAMPLE.test(words) || wordsIn(words).some(({ word }) => guardOf(word) !== null);
    if (!isAside) return { outcome: 'fail', evidence: `names the file ${strange}` };
    open ??= strange;
  }
  return open === null
    ? { outcome: 'pass', evidence: 'names no other file' }
    : { outcome: 'undecided', evidence: `names the file ${open}, perhaps as an example` };
}
