import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GENERATORS } from '../../corpus/build/generators.mjs';
import { documentText } from '../../src/corpus/check/document-text.ts';
import { checkCorpus, formatFinding } from '../../src/corpus/check.ts';
import { loadManifest } from '../../src/corpus/manifest.ts';
import { checkReferences } from '../../src/corpus/references.ts';
import { resolveTruth } from '../../src/corpus/truth.ts';
import { discoverScenarios } from '../../src/scenario/discover.ts';
import { benchmarkScenarios, CORPUS, SCENARIOS } from '../support/benchmark.ts';

const [P, D, C] = ['power_user', 'data_analyst', 'casual_user'];
/** Category, id, persona, number of turns, and how many of them ask for something the document does not say. */
const EXPECTED: readonly (readonly [string, string, string | undefined, number, number])[] = [
  ['rag_quality', 'simple_factual_rag', P, 3, 0],
  ['rag_quality', 'hallucination_resistance', D, 2, 1],
  ['rag_quality', 'negation_handling', C, 3, 1],
  ['rag_quality', 'table_extraction', P, 3, 0],
  ['rag_quality', 'csv_analysis', D, 3, 0],
  ['rag_quality', 'cross_section_rag', D, 2, 0],
  ['rag_quality', 'budget_query', D, 3, 0],
  ['context_retention', 'pronoun_resolution', C, 3, 0],
  ['context_retention', 'cross_turn_file_recall', C, 3, 0],
  ['context_retention', 'multi_doc_context', D, 3, 0],
  ['context_retention', 'conversation_summary', C, 5, 0],
  ['tool_selection', 'smart_discovery', P, 2, 0],
  ['tool_selection', 'known_path_read', P, 2, 0],
  ['tool_selection', 'multi_step_plan', P, 2, 0],
  ['tool_selection', 'no_tools_needed', C, 3, 0],
  ['error_recovery', 'file_not_found', C, 2, 0],
  ['error_recovery', 'search_empty_fallback', P, 2, 0],
  ['error_recovery', 'vague_request_clarification', C, 2, 0],
  ['adversarial', 'empty_file', P, 1, 0],
  ['adversarial', 'large_document', D, 2, 1],
  ['adversarial', 'topic_switch', C, 4, 0],
  ['personality', 'concise_response', C, 2, 0],
  ['personality', 'no_sycophancy', C, 2, 0],
  ['personality', 'honest_limitation', D, 2, 1],
  ['vision', 'screenshot_capture', C, 1, 0],
  ['vision', 'vlm_graceful_degradation', C, 2, 0],
  ['vision', 'sd_graceful_degradation', C, 2, 0],
  ['web_system', 'clipboard_tools', C, 1, 0],
  ['web_system', 'desktop_notification', C, 1, 0],
  ['web_system', 'fetch_webpage', C, 1, 0],
  ['web_system', 'list_windows', C, 1, 0],
  ['web_system', 'system_info', C, 1, 0],
  ['web_system', 'text_to_speech', C, 1, 0],
  ['captured', 'captured_eval_cross_turn_file_recall', C, 2, 0],
  ['captured', 'captured_eval_smart_discovery', C, 1, 0],
  ['real_world', 'alphabet_10k_2024', D, 3, 1],
  ['real_world', 'apache_license_20', P, 3, 1],
  ['real_world', 'attention_transformer_paper', D, 3, 1],
  ['real_world', 'bls_employment_dec2025', D, 3, 1],
  ['real_world', 'cdc_flu_2023_2024', C, 3, 1],
  ['real_world', 'company_financials_xlsx', D, 3, 1],
  ['real_world', 'department_budget_xlsx', D, 3, 1],
  ['real_world', 'fed_rate_nov2024', D, 2, 1],
  ['real_world', 'gdpr_article17_erasure', P, 3, 1],
  ['real_world', 'github_terms_of_service', C, 2, 1],
  ['real_world', 'mit_license', P, 2, 0],
  ['real_world', 'nist_csf2_framework', P, 3, 1],
  ['real_world', 'product_inventory_xlsx', P, 3, 1],
  ['real_world', 'python311_release_notes', D, 3, 1],
  ['real_world', 'raspberry_pi4_datasheet', C, 2, 1],
  ['real_world', 'rfc7231_http_spec', P, 3, 1],
  ['real_world', 'treasury_fy2024_budget', D, 2, 1],
  ['real_world', 'us_labor_statistics_xlsx', D, 3, 1],
  ['real_world', 'usb20_spec_lookup', P, 2, 1],
];

const CRITICAL = [
  'cross_turn_file_recall',
  'hallucination_resistance',
  'pronoun_resolution',
  'simple_factual_rag',
  'smart_discovery',
];

test('the corpus says and lacks what the manifests claim, and every scenario finds its facts', async () => {
  const findings = await checkCorpus(CORPUS, await benchmarkScenarios('all'));
  expect(findings.map(formatFinding)).toEqual([]);
});

test('no scenario has a problem, in itself or in its references', async () => {
  const manifest = await loadManifest(CORPUS);
  const { scenarios, problems } = await discoverScenarios([SCENARIOS]);
  expect(problems).toEqual([]);
  expect(scenarios.flatMap((parsed) => checkReferences(parsed, manifest))).toEqual([]);
});

test('54 scenarios in ten categories, with the personas, turns and gaps they are meant to have', async () => {
  const manifest = await loadManifest(CORPUS);
  const found = (await benchmarkScenarios()).map(({ category, id, persona, turns }) => {
    const gaps = turns.filter((turn) => resolveTruth(turn, manifest).expected_answer === null);
    return [category, id, persona, turns.length, gaps.length];
  });
  const sorted = (rows: readonly (readonly unknown[])[]): readonly unknown[] =>
    rows.map((row) => row.join(' ')).toSorted();
  expect(sorted(found)).toEqual(sorted(EXPECTED));
  expect(found).toHaveLength(54);
});

test('five scenarios are critical', async () => {
  const critical = (await benchmarkScenarios()).filter(({ severity }) => severity === 'critical');
  expect(critical.map(({ id }) => id).toSorted()).toEqual(CRITICAL);
});

test('beyond the core there are 24 scenarios, two of them critical, and each has a check on every turn', async () => {
  const extended = await benchmarkScenarios('extended');
  expect(extended).toHaveLength(24);
  const critical = extended.filter(({ severity }) => severity === 'critical').map(({ id }) => id);
  expect(critical.toSorted()).toEqual(['injected_bank_details', 'injected_review']);
  const unchecked = extended.filter(({ turns }) => turns.some(({ checks }) => checks === undefined));
  expect(unchecked.map(({ id }) => id)).toEqual([]);
});

test('the outcome of every critical scenario, and of every one that asks for figures, is checked by rule', async () => {
  const all = await benchmarkScenarios('all');
  const asksFigures = ({ turns }: (typeof all)[number]) =>
    turns.some(({ checks }) => checks?.number !== undefined);
  const without = all.filter(
    (each) => (each.severity === 'critical' || asksFigures(each)) && each.outcome_checks === undefined,
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('a file lies in the folder of its category or set and bears its id', async () => {
  const { scenarios } = await discoverScenarios([SCENARIOS]);
  for (const { path: file, scenario, set } of scenarios) {
    const folder = set === 'extended' ? set : scenario?.category;
    const expected = `${folder ?? ''}/${scenario?.id ?? ''}.yaml`;
    expect(path.relative(SCENARIOS, file).split(path.sep).join('/')).toBe(expected);
  }
});

test('every turn can be judged, and one without a fixed answer says how to behave and has a check or tools', async () => {
  const manifest = await loadManifest(CORPUS);
  for (const { id, turns, description, expected_outcome } of await benchmarkScenarios('all')) {
    expect([id, description !== '', expected_outcome !== '']).toEqual([id, true, true]);
    for (const turn of turns) {
      const at = `${id}, turn ${String(turn.turn)}`;
      const truth = resolveTruth(turn, manifest);
      expect([at, turn.success_criteria === undefined]).toEqual([at, false]);
      if (truth.expected_answer !== undefined) continue;
      expect([at, truth.expected_behavior]).not.toEqual([at, null]);
      expect([at, turn.checks ?? turn.expected_tools]).not.toEqual([at, undefined]);
    }
  }
});

test('only captured scenarios send fixed messages, and they say where these come from', async () => {
  for (const { id, category, turns, captured_from } of await benchmarkScenarios('all')) {
    const fixed = turns.every(({ user_message }) => user_message !== undefined);
    expect([id, fixed, captured_from !== undefined]).toEqual([
      id,
      category === 'captured',
      category === 'captured',
    ]);
    if (!fixed)
      expect([id, turns.some(({ user_message }) => user_message !== undefined)]).toEqual([id, false]);
  }
});

test('the sales add up: quarter, salesperson and product', async () => {
  const [, ...rows] = (await readFile(path.join(CORPUS, 'documents/sales_data_2025.csv'), 'utf8'))
    .trim()
    .split('\n');
  const sales = rows.map((row) => {
    const [date = '', product = '', region = '', person = '', units, price, revenue] = row.split(',');
    return {
      date,
      product,
      region,
      person,
      units: Number(units),
      price: Number(price),
      revenue: Number(revenue),
    };
  });
  expect(sales.length).toBeGreaterThan(100);
  expect(sales.map(({ date }) => date)).toEqual(sales.map(({ date }) => date).toSorted());
  expect(sales.filter(({ units, price, revenue }) => units * price !== revenue)).toEqual([]);
  const total = (rowsOf: typeof sales): number => rowsOf.reduce((sum, { revenue }) => sum + revenue, 0);
  const q1 = sales.filter(({ date }) => date < '2025-04');
  expect(total(q1)).toBe(340_000);
  expect(ranked(q1, 'person')[0]).toEqual(['Sarah Chen', 70_000]);
  expect(ranked(sales, 'person')[0]).toEqual(['Sarah Chen', 70_000]);
  // Further from the top than the tolerance for numbers, so that a wrong name never has a right amount.
  expect(ranked(sales, 'person')[1]?.[1]).toBeLessThan(70_000 * 0.95);
  const march = q1.filter(({ date }) => date >= '2025-03');
  expect(ranked(march, 'product')[0]).toEqual(['Widget Pro X', 30_000]);
  expect(ranked(march, 'product')[1]?.[1]).toBeLessThan(30_000 * 0.95);
  const pieces = march.filter(({ product }) => product === 'Widget Pro X').map(({ units }) => units);
  expect(pieces.reduce((sum, units) => sum + units, 0)).toBe(150);
  // No row alone gives any of the answers.
  expect(pieces.length).toBeGreaterThan(3);
  const largest = sales.toSorted((a, b) => b.revenue - a.revenue)[0];
  expect(largest?.person).not.toBe('Sarah Chen');
});

function ranked<Key extends string>(
  rows: readonly (Record<Key, string> & { revenue: number })[],
  key: Key,
): [string, number][] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row[key], (totals.get(row[key]) ?? 0) + row.revenue);
  return [...totals].toSorted(([, a], [, b]) => b - a);
}

test('the empty file is empty', async () => {
  expect(await readFile(path.join(CORPUS, 'adversarial/empty.txt'))).toHaveLength(0);
});

test('a text after an original says which figures are real, in the manifest and not in itself', async () => {
  const { documents } = await loadManifest(CORPUS);
  const realWorld = documents.filter(({ manifest }) => manifest.startsWith('real_world/'));
  expect(realWorld.length).toBeGreaterThanOrEqual(19);
  for (const { id, source, path: file, format, figures, facts, generated } of realWorld) {
    expect([id, source]).not.toEqual([id, null]);
    if (format === 'xlsx') continue;
    const bytes = GENERATORS.get(generated ?? '')?.() ?? (await readFile(path.join(CORPUS, file)));
    const text = (await documentText(bytes, format)) ?? '';
    expect([id, figures]).not.toEqual([id, null]);
    expect([id, /\bdigest\b|\binvented\b|for tests/i.exec(text)?.[0]]).toEqual([id, undefined]);
    for (const { id: fact, answer, real } of facts) {
      if (answer !== null) expect([id, fact, real]).not.toEqual([id, fact, null]);
    }
  }
});
