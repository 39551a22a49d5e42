/** The form of a reply as a JSON schema, for a server that holds its model to it. */
import { z, type ZodType } from 'zod';

/** Characters of a text and members of a list: a small model may never end one, and the server ends it then. */
const LONGEST_TEXT = 300;
const LONGEST_LIST = 10;

const made = new WeakMap<ZodType, Map<boolean, object>>();

/** `isBounded`: texts and lists have an end; not every vendor takes such a schema. Derived once: it takes longer than sending. */
export function jsonSchemaOf(schema: ZodType, isBounded: boolean): object {
  const known = made.get(schema) ?? new Map<boolean, object>();
  made.set(schema, known);
  const before = known.get(isBounded);
  if (before !== undefined) return before;
  const { $schema: _, ...derived } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      if (!isBounded) return;
      if (jsonSchema.type === 'string' && jsonSchema.enum === undefined)
        jsonSchema.maxLength ??= LONGEST_TEXT;
      if (jsonSchema.type === 'array') jsonSchema.maxItems ??= LONGEST_LIST;
    },
  });
  known.set(isBounded, derived);
  return derived;
}
