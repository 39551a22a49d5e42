/** Responses that are no answer at all. Source: the benchmark's rubric, docs/rubric.md. */
import { bounded, folded, readable } from '../text/normalise.ts';
import { countableWords } from '../text/sentences.ts';

const LEAK_KEYS =
  /"(?:chunks?|scores?|tool|tool_calls?|tool_name|tool_args|answer|results?|arguments|status|observation|thought|content|documents?|matches|query)"\s*:/i;
const BARE_LABEL = new RegExp(
  [
    String.raw`^\W*(?:\[?\s*(?:tool|function|action|call|tool_call)\s*[:=]\s*[\w.-]+\s*\]?`,
    String.raw`<\/?(?:tool|tool_call|function_call)>.*`,
    String.raw`\[(?:[a-z]+_)+[a-z]+\]|(?:[a-z]+_)+[a-z]+\(.{0,200}\))\W*$`,
  ].join('|'),
  'is',
);

/** What the agent's runtime puts in the place of an answer when the model's call could not be read. */
const FAILED_CALL = /^Agent error: /;

function isRawJson(text: string): boolean {
  const body = text
    .trim()
    .replace(/^```(?:json)?\s*/i, '')
    .replace(/\s*```$/, '')
    .trim();
  if (!/^[[{]/.test(body) || !/[\]}]$/.test(body)) return /^\{\s*"/.test(body) && LEAK_KEYS.test(body);
  return LEAK_KEYS.test(body) || /^[[{][\s\S]*"\w+"\s*:[\s\S]*[\]}]$/.test(body);
}

/** Words repeated without sense: few different words among many, or the same one several times running. */
function isDegenerate(tokens: readonly string[]): boolean {
  if (tokens.length < 8) return false;
  const lower = tokens.map((token) => token.toLowerCase());
  let repeats = 0;
  for (let index = 1; index < lower.length; index += 1) if (lower[index] === lower[index - 1]) repeats += 1;
  const variety = new Set(lower).size / lower.length;
  return repeats >= 4 && (repeats / lower.length > 0.15 || variety < 0.5);
}

function isMostlySymbols(text: string): boolean {
  const visible = text.replace(/\s/g, '');
  if (visible.length < 4) return false;
  const brackets = (visible.match(/[[\]{}()<>`|\\#@^~%&*=]/g) ?? []).length;
  return brackets / visible.length > 0.5;
}

export interface InvalidResponse {
  readonly rule: 'empty' | 'garbled' | 'raw_json' | 'tool_label' | 'failed_call';
  readonly evidence: string;
}

/** Why the response is no answer, or null. `expected` are wordings that count however short they are. */
export function invalidResponse(response: string, expected: readonly string[]): InvalidResponse | null {
  const trimmed = response.trim();
  if (trimmed === '' || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(trimmed.replace(/[()[\]{}]/g, ''))) {
    return { rule: trimmed === '' ? 'empty' : 'garbled', evidence: 'the response has no readable text' };
  }
  if (FAILED_CALL.test(trimmed)) {
    return { rule: 'failed_call', evidence: `a call that the model got wrong: ${trimmed.slice(0, 80)}` };
  }
  if (BARE_LABEL.test(trimmed))
    return { rule: 'tool_label', evidence: `only a tool label: ${trimmed.slice(0, 80)}` };
  if (isRawJson(trimmed))
    return { rule: 'raw_json', evidence: `raw JSON instead of an answer: ${trimmed.slice(0, 80)}` };
  const text = readable(trimmed);
  const tokens = countableWords(text);
  if (isMostlySymbols(bounded(trimmed))) return { rule: 'garbled', evidence: 'mostly brackets and symbols' };
  if (isDegenerate(tokens))
    return { rule: 'garbled', evidence: `senseless repetition: ${text.slice(0, 80)}` };
  const isWord = (token: string): boolean => /\p{L}{1,}|\d/u.test(token);
  if (tokens.filter(isWord).length < 3) {
    const said = folded(text);
    const counts = expected.some((wording) => {
      const wanted = folded(wording);
      return said !== '' && (wanted.includes(said.replace(/[.!?]+$/, '')) || said.includes(wanted));
    });
    // One or two clear words or a value can be a full answer ("Paris.", "24.10.2022; 1.25×"); symbols beside them can not.
    const symbols = (text.match(/[[\]{}<>`|\\#@^~&*=]/g) ?? []).length;
    const clear = tokens.length > 0 && symbols <= 2;
    if (!counts && !clear)
      return { rule: 'garbled', evidence: `fewer than three readable words: ${text.slice(0, 80)}` };
  }
  return null;
}
