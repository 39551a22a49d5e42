/** A judge that may be partial: it wrote the truth, or is of the family of a model that it judges. Pure. */
import type { Cell } from '../cells/cell-schema.ts';

/** Makers' names in the names of their models. Of a model that has none of them nothing is said. */
const FAMILIES =
  'claude gpt gemini gemma llama qwen mistral phi deepseek granite grok smollm olmo nemotron glm kimi command'.split(
    ' ',
  );

/** As names of models are written: `lemonade/Qwen3-4B-Instruct-2507-GGUF` is of the family `qwen`. */
export function familyOf(model: string): string | null {
  const words = model.toLowerCase().split(/[^a-z]+/);
  return FAMILIES.find((family) => words.some((word) => word.startsWith(family))) ?? null;
}

/** The judges' models, as their fingerprints name them; the rules have none. */
const JUDGE_MODEL = /^llm:(.+):[0-9a-f]{12}:rules:/;

/** Sentences, each once. */
export function familyWarnings(cells: readonly Cell[]): string[] {
  const judges = new Set<string>();
  for (const { samples } of cells) {
    for (const { judge } of samples) {
      const model = JUDGE_MODEL.exec(judge?.fingerprint ?? '')?.[1];
      if (model !== undefined) judges.add(model);
    }
  }
  const writers = new Set(cells.flatMap(({ truth }) => truth?.written_by ?? []));
  const tested = new Map(cells.map(({ variant, model }) => [variant, model.asked]));
  return [...judges].flatMap((judge) => {
    const family = familyOf(judge);
    if (family === null) return [];
    const wrote = [...writers].filter((writer) => familyOf(writer) === family);
    const own = [...tested].filter(([, model]) => familyOf(model) === family).map(([variant]) => variant);
    return [
      ...wrote.map(
        (writer) =>
          `The judge ${judge} is of the family of ${writer}, which wrote truths: it may prefer its own words.`,
      ),
      ...(own.length === 0
        ? []
        : [
            `The judge ${judge} is of the family of ${own.join(', ')}: hold its levels against another judge's.`,
          ]),
    ];
  });
}
