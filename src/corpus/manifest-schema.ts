/** corpus/manifest.json and corpus/real_world/manifest.json: the documents and what they say. */
import { z } from 'zod';

const text = z.string().trim().min(1);

/** Ids are quoted in scenarios and file names. */
const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must hold only letters, digits, dots, hyphens and underscores')
  .max(100);

/** One thing that can be asked of a document. */
export const factSchema = z.strictObject({
  id,
  question: text.optional(),
  /** null: the document does not say it, and the agent must say so. */
  answer: z.union([text, z.null()]),
  difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
  /** The heading or the words where the document says it; the corpus check looks for them. */
  where: text.optional(),
  /** Of a null fact: words that must not stand in the document. */
  absent: z.array(text).min(1).optional(),
  /** Whether the answer is that of the original; false: invented. A document without an original needs none. */
  real: z.boolean().optional(),
  /**
   * Values of the same kind beside the answer (another year, row, entity, unit), as they stand in the document or in
   * one of its `siblings`; the corpus check looks for them. A careless reader takes one of them for the answer.
   */
  neighbours: z.array(text).min(5).optional(),
  /** Relative deviation that still counts as right: 0.01 allows 1 % off. Left out: as exact as it is told. */
  tolerance: z.number().min(0).max(1).optional(),
  note: text.optional(),
});

/** Which figures of a document written after an original are the original's. One line each. */
const figuresSchema = z.strictObject({ real: text, invented: text });

export const documentSchema = z.strictObject({
  id,
  /** Relative to the manifest's own folder, forward slashes. */
  path: text.optional(),
  /** AMD GAIA's name: a file in `documents/` (adversarial ones in `adversarial/`, real_world ones where it says). */
  filename: text.optional(),
  domain: text.optional(),
  /** By default the file's extension. */
  format: text.optional(),
  facts: z.array(factSchema).default([]),
  /** Why no scenario uses the document, when none does. */
  unused: text.optional(),
  /** What the document is written after, or where it comes from. */
  source: text.optional(),
  figures: figuresSchema.optional(),
  /** Ids of documents of the same kind that stand beside a short one and hold its facts' neighbours. */
  siblings: z.array(id).min(1).optional(),
  /**
   * May the file be missing? Its scenarios are skipped then, instead of failing the run. `true` where `source` says
   * where to get it, or that in words.
   */
  optional: z.union([z.boolean(), text]).optional(),
  license: text.optional(),
  /** Of the file's bytes, in hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
    .optional(),
  /** Name of the generator that writes the file. */
  generated: text.optional(),
  /** Of an adversarial document: what an agent should do with it. */
  expected_behavior: text.optional(),
  note: text.optional(),
});
export type DocumentEntry = z.infer<typeof documentSchema>;

export const manifestSchema = z.strictObject({
  $schema: text.optional(),
  version: z.union([text, z.number()]).optional(),
  documents: z.array(documentSchema).default([]),
  /** Documents that try to break an agent: empty, odd encodings, repeated sections. */
  adversarial_documents: z.array(documentSchema).default([]),
});
