/** The scenario as a file may write it. Editors complete and check YAML by the JSON Schema made of this. */
import { z } from 'zod';
import { outcomeChecksSchema, text } from './checks-schema.ts';
import {
  CATEGORIES,
  idSchema,
  indexDocumentSchema,
  PERSONAS,
  SETS,
  SEVERITIES,
  turnSchema,
  type IndexDocument,
  type Scenario,
} from './schema.ts';

export const DEFAULT_PERSONA = 'casual_user';

const setupSchema = z.strictObject({
  index_documents: z
    .array(z.union([text, indexDocumentSchema]))
    .optional()
    .describe('Documents given to the agent before the first turn. Left out or empty: none.'),
  memory_seed: z
    .array(z.unknown())
    .optional()
    .describe('What the agent shall remember before the first turn.'),
  memory_clear: z.boolean().optional().describe("Empty the agent's memory before the first turn."),
  notes: text.optional().describe('For the reader.'),
});

export const scenarioFileSchema = z
  .strictObject({
    id: idSchema.describe('Unique over all scenarios; also the name of its trace file.'),
    name: text.optional().describe('Title for people. Left out: the id.'),
    category: text
      .describe('Groups scenarios in the scorecard; usually the folder of the file.')
      .meta({ examples: [...CATEGORIES] }),
    set: z
      .enum(SETS)
      .optional()
      .describe('extended: run only when it is asked for. Left out: core, which every run has.'),
    severity: z
      .enum(SEVERITIES)
      .optional()
      .describe(
        'critical: also fails on any invented fact and on a missed objective. All others are judged as standard, the default.',
      ),
    description: z.string().optional().describe('What the scenario is about, in a sentence or two.'),
    persona: text
      .optional()
      .describe('How the simulated user talks: a known persona, or your own description of one.')
      .meta({ examples: [...PERSONAS] }),
    setup: setupSchema.optional().describe('What is there before the first turn.'),
    turns: z.array(turnSchema).min(1).describe('The conversation, in order.'),
    expected_outcome: z
      .string()
      .optional()
      .describe('What a good conversation comes to. Judged once; missed, it fails a critical scenario.'),
    outcome_checks: outcomeChecksSchema
      .optional()
      .describe('Facts about the whole conversation: a failed one means that the outcome is missed.'),
    tags: z.array(text).optional().describe('For selecting scenarios.'),
    agent_type: text.optional().describe('Which of the agents behind the UI to talk to.'),
    captured_from: z
      .union([text, z.record(z.string(), z.unknown())])
      .optional()
      .describe('Where the conversation was captured.'),
    note: text.optional().describe('For the reader.'),
    notes: text.optional().describe('For the reader.'),
  })
  .meta({ title: 'Agent evaluation scenario' });
export type ScenarioFile = z.infer<typeof scenarioFileSchema>;

/** Fills in defaults and makes the accepted spellings one. */
export function toScenario(file: ScenarioFile): Scenario {
  const { notes, set, setup, severity, ...rest } = file;
  const written = severity ?? 'standard';
  const note = [file.note, notes].filter((each) => each !== undefined).join('\n');
  return {
    ...rest,
    name: file.name ?? file.id,
    ...(set === 'extended' ? { set } : {}),
    severity: written === 'critical' ? 'critical' : 'standard',
    ...(written === 'critical' || written === 'standard' ? {} : { severity_as_written: written }),
    description: file.description?.trim() ?? '',
    persona: file.persona ?? DEFAULT_PERSONA,
    setup: { ...setup, index_documents: (setup?.index_documents ?? []).map(toIndexDocument) },
    expected_outcome: file.expected_outcome?.trim() ?? '',
    ...(note === '' ? {} : { note }),
  };
}

/** A bare entry with a folder or an extension is a path, any other the id of a document. */
function toIndexDocument(entry: string | IndexDocument): IndexDocument {
  if (typeof entry !== 'string') return entry;
  return /[/\\.]/.test(entry) ? { path: entry } : { corpus_doc: entry };
}
