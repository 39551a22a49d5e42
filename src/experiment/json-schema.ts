/** The JSON Schema by which editors complete and check experiment files, made of the zod schema. */
import { z } from 'zod';
import { experimentFileSchema } from './file-schema.ts';

/** As it stands in experiment.schema.json. */
export function experimentJsonSchemaText(): string {
  // Draft 7 is what the YAML language server of the common editors reads best.
  const schema = z.toJSONSchema(experimentFileSchema, { io: 'input', target: 'draft-7' });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
