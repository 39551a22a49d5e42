/** The JSON Schema by which editors complete and check scenario files, made of the zod schema. */
import { z } from 'zod';
import { scenarioFileSchema } from './file-schema.ts';
import { turnSchema } from './schema.ts';

/** Draft 7 is what the YAML language server of the common editors reads best. */
const DRAFT = 'draft-7';

/** Of each group a turn needs one; zod's object cannot say so. */
const TURN_NEEDS = [
  { anyOf: [{ required: ['objective'] }, { required: ['user_message'] }] },
  {
    anyOf: [
      { required: ['ground_truth'] },
      { required: ['checks'] },
      { required: ['success_criteria'] },
      { required: ['todo'] },
    ],
  },
];

/** A plain JSON value. It says what may be written, so defaults are left out and all spellings allowed. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(scenarioFileSchema, {
    io: 'input',
    target: DRAFT,
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === turnSchema) jsonSchema.allOf = TURN_NEEDS;
    },
  });
}

/** As it stands in scenario.schema.json. */
export function scenarioJsonSchemaText(): string {
  return `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;
}
