/** What the agent keeps of a conversation while the server runs. */
import type { Reply } from './types.ts';

/** Its replies so far, oldest first. */
export type Conversation = Reply[];

/** The words of the last question that had some. */
export const lastTerms = (conversation: Conversation): readonly string[] =>
  conversation.findLast((reply) => (reply.terms ?? []).length > 0)?.terms ?? [];

export const lastDocumentId = (conversation: Conversation): string | undefined =>
  conversation.findLast((reply) => reply.documentId !== undefined)?.documentId;
