/** Rules of the format that no schema can say. They take any value, so that they report beside the schema's errors. */
import { isRecord } from '../yaml/known-keys.ts';
import { nearestKey } from '../nearest-key.ts';
import type { ValuePath } from '../yaml/positions.ts';
import { CATEGORIES, PERSONAS } from './schema.ts';
import { readsOnly, wantedLookUps } from './verification.ts';

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly path: ValuePath;
  readonly message: string;
}

/** Everything that breaks a rule in a value that may or may not be a scenario. */
export function findings(raw: unknown): Finding[] {
  if (!isRecord(raw)) return [];
  return [
    ...idFindings(raw['id']),
    ...categoryFindings(raw['category']),
    ...personaFindings(raw['persona'], ['persona'], true),
    ...documentFindings(raw['setup']),
    ...(Array.isArray(raw['turns']) ? raw['turns'].flatMap(turnFindings) : []),
  ];
}

/** Windows keeps these names for devices, whatever the extension and the case. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

function idFindings(id: unknown): Finding[] {
  if (typeof id !== 'string') return [];
  if (RESERVED.test(id))
    return [error(['id'], `\`id\` ${id} is a reserved file name on Windows; choose another`)];
  if (id.endsWith('.'))
    return [error(['id'], '`id` must not end with a dot: Windows drops it from file names')];
  return [];
}

function categoryFindings(category: unknown): Finding[] {
  if (typeof category !== 'string' || category.trim() === '' || isOneOf(CATEGORIES, category)) return [];
  const near = nearestKey(category, CATEGORIES);
  if (near === null) return [];
  return [
    warning(['category'], `\`category\` ${category} is none of the benchmark's. Did you mean ${near}?`),
  ];
}

function personaFindings(persona: unknown, path: ValuePath, required: boolean): Finding[] {
  if (persona === undefined || persona === null) {
    return required ? [warning(path, '`persona` is missing: casual_user is taken')] : [];
  }
  if (typeof persona !== 'string' || isOneOf(PERSONAS, persona)) return [];
  const near = nearestKey(persona, PERSONAS);
  return near === null
    ? []
    : [warning(path, `\`persona\` ${persona} is a description of your own. Did you mean ${near}?`)];
}

function documentFindings(setup: unknown): Finding[] {
  if (!isRecord(setup) || !Array.isArray(setup['index_documents'])) return [];
  return setup['index_documents'].flatMap((entry: unknown, index) =>
    isRecord(entry) && isEmpty(entry['corpus_doc']) && isEmpty(entry['path'])
      ? [
          error(
            ['setup', 'index_documents', index],
            `setup.index_documents[${String(index)}] needs a \`corpus_doc\` or a \`path\``,
          ),
        ]
      : [],
  );
}

function turnFindings(turn: unknown, index: number): Finding[] {
  if (!isRecord(turn)) return [];
  const at: ValuePath = ['turns', index];
  const name = `turns[${String(index)}]`;
  const found: Finding[] = [];
  const { turn: number, ground_truth: truth, checks } = turn;
  if (Number.isInteger(number) && number !== index + 1) {
    const message = `\`${name}.turn\` must be ${String(index + 1)}, not ${String(number)}: turns are numbered 1, 2, 3 … in order`;
    found.push(error([...at, 'turn'], message));
  }
  if (isMissing(turn['objective']) && isMissing(turn['user_message'])) {
    const message = `${name} needs an \`objective\` (the simulator words the message) or a \`user_message\` (sent as it is)`;
    found.push(error(at, message));
  }
  const hasTruth = isRecord(truth) && Object.keys(truth).length > 0;
  const hasChecks = isRecord(checks) && Object.keys(checks).length > 0;
  const isTodo = !isEmpty(turn['todo']);
  if (!hasTruth && !hasChecks && isMissing(turn['success_criteria']) && !isTodo) {
    const message = `${name} cannot be judged: it needs a \`ground_truth\` that is not empty, \`checks\`, or a \`success_criteria\``;
    found.push(error([...at, 'ground_truth'], message));
  }
  if (hasTruth) found.push(...truthFindings(turn, truth, [...at, 'ground_truth'], name));
  if (isRecord(checks)) {
    found.push(...checkFindings(checks, [...at, 'checks']), ...verifyFindings(checks, [...at, 'checks']));
  }
  found.push(...beforeFindings(turn['before'], index, [...at, 'before']));
  found.push(...clauseFindings(turn, [...at, 'success_criteria']));
  found.push(...personaFindings(turn['persona'], [...at, 'persona'], false));
  return found;
}

/** Nothing was said and nothing indexed before the first turn: it has nothing to go on from. */
function beforeFindings(before: unknown, index: number, at: ValuePath): Finding[] {
  if (!isRecord(before) || index > 0) return [];
  return ['new_session', 'replace_document']
    .filter((key) => !isEmpty(before[key]))
    .map((key) =>
      error(
        [...at, key],
        `\`${key}\` needs a turn before it: the first turn has its session and documents anyway`,
      ),
    );
}

function truthFindings(
  turn: Record<string, unknown>,
  truth: Record<string, unknown>,
  at: ValuePath,
  name: string,
): Finding[] {
  const factKey = ['fact_id', 'fact_ids'].find((key) => !isEmpty(truth[key]));
  const answered = truth['expected_answer'] !== undefined;
  if (factKey !== undefined && isEmpty(truth['doc_id']) && !answered) {
    return [
      error([...at, factKey], `\`${name}.ground_truth.${factKey}\` needs the \`doc_id\` it belongs to`),
    ];
  }
  const judgeable = factKey !== undefined || answered || !isEmpty(truth['expected_behavior']);
  if (judgeable || !isEmpty(truth['expected_phrases'])) return [];
  if (!isEmpty(turn['success_criteria']) || !isEmpty(turn['todo'])) return [];
  const message = `${name}.ground_truth says nothing an answer can be judged by: give a \`fact_id\`, an \`expected_answer\` or an \`expected_behavior\``;
  return [warning(at, message)];
}

function checkFindings(checks: Record<string, unknown>, at: ValuePath): Finding[] {
  const found: Finding[] = [];
  const exclude = (one: string, other: string): void => {
    if (isEmpty(checks[one]) || isEmpty(checks[other])) return;
    found.push(error([...at, other], `\`${one}\` and \`${other}\` cannot both hold`));
  };
  exclude('calls_tool', 'calls_no_tool');
  exclude('max_tool_calls', 'calls_no_tool');
  exclude('asks_back', 'asks_nothing_back');
  const never = wordings(checks['never_mentions']);
  for (const wording of wordings(checks['mentions'])) {
    const forbidden = never.find((each) => wording.includes(each));
    if (forbidden === undefined) continue;
    found.push(
      error(
        [...at, 'never_mentions'],
        `"${forbidden}" is forbidden here, while \`mentions\` asks for "${wording}"`,
      ),
    );
  }
  return found;
}

/** A look at the agent's state must leave it as it is. */
function verifyFindings(checks: Record<string, unknown>, at: ValuePath): Finding[] {
  const verify: unknown = checks['verify'];
  const looks: unknown[] = Array.isArray(verify) ? verify : [verify];
  return looks.flatMap((look) => {
    const tool = isRecord(look) ? look['tool'] : undefined;
    if (typeof tool !== 'string' || tool.trim() === '' || readsOnly(tool)) return [];
    const message = `\`verify.tool\` ${tool} is not known to only read; choose one such as memory_recall or list_documents`;
    return [error([...at, 'verify'], message)];
  });
}

function clauseFindings(turn: Record<string, unknown>, at: ValuePath): Finding[] {
  const criteria = turn['success_criteria'];
  if (typeof criteria !== 'string') return [];
  const { problem } = wantedLookUps({ success_criteria: criteria });
  return problem === null ? [] : [warning(at, `${problem}, so the turn stays undecided`)];
}

function wordings(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    typeof each === 'string' && each.trim() !== '' ? [each.trim().toLowerCase()] : [],
  );
}

/** Not written; what is written but empty is the schema's to report. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

function isOneOf(known: readonly string[], value: string): boolean {
  return known.includes(value);
}

function error(path: ValuePath, message: string): Finding {
  return { severity: 'error', path, message };
}

function warning(path: ValuePath, message: string): Finding {
  return { severity: 'warning', path, message };
}
