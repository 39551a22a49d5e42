/** Decides what a message asks for and has it answered. No model: patterns, search, and the conversation so far. */
import { askWhich, listReply, recapReply, summaryReply } from './about-documents.ts';
import { lastDocumentId, lastTerms, type Conversation } from './conversation.ts';
import { DocumentTools, ToolFailure, type OpenDocument } from './document-tools.ts';
import { machineReply } from './machine.ts';
import { bestNamed, namedAmong, nameStems, withoutFileNames } from './named-files.ts';
import { openNamedFile, openWrittenFile } from './open-file.ts';
import { questionReply } from './questions.ts';
import { talkReply } from './talk.ts';
import type { Agent, AgentAnswer, AgentServices, Reply, TurnInput } from './types.ts';
import { termsOf } from '../../documents/search/words.ts';

const LISTS =
  /\b(?:which|what|list|show)\b.{0,30}\b(?:documents|docs|files)(?:\W*$|.{0,30}\b(?:have|loaded|indexed|available|there|see)\b)/i;
const ASKS_SOURCE =
  /\b(?:which|what) (?:document|file|source)s?\b.{0,60}\b(?:from|come|came|find|found|use|used)\b/i;
const RECAPS =
  /\b(?:summari[sz]e|summary|recap|sum up)\b.{0,60}\b(?:we|you|conversation|so far|discussed|told|answers?|these|those)\b/i;
const SUMMARISES =
  /\b(?:summari[sz]e|summary|overview|describe)\b|\bwhat(?:'s| is) (?:in|it about)\b|\bwhat can you tell me\b/i;
/** The order to open a file says nothing about what is asked of it. */
const OPENS = /^(?:please |can you |could you )*(?:open|load|index|take|use)\b/i;
/** Words that point back at what was said before. */
const POINTS_BACK =
  /^(?:and|also|then|what about|how about)\b|\b(?:it|its|they|them|their|that|those|these|this|same)\b/i;

export class EmbeddedAgent implements Agent {
  readonly #services: AgentServices;
  /** By session. */
  readonly #conversations = new Map<string, Conversation>();

  constructor(services: AgentServices) {
    this.#services = services;
  }

  async answer(input: TurnInput): Promise<AgentAnswer> {
    const tools = new DocumentTools(this.#services, input);
    const conversation = this.#conversations.get(input.sessionId) ?? [];
    this.#conversations.set(input.sessionId, conversation);
    const reply = await this.#reply(input, tools, conversation).catch(failedReply);
    conversation.push(reply);
    return { content: reply.content, read: tools.read };
  }

  async #reply(input: TurnInput, tools: DocumentTools, conversation: Conversation): Promise<Reply> {
    const { message, recorder } = input;
    const { roots } = this.#services;
    const said = (await machineReply(message, recorder, roots)) ?? talkReply(message);
    if (said !== null) return { content: said };
    if (LISTS.test(message)) return listReply(tools);
    const recap = ASKS_SOURCE.test(message) || RECAPS.test(message) ? recapReply(conversation) : null;
    if (recap !== null) return recap;

    const opened = await openWrittenFile(message, tools);
    if (opened !== null && 'problem' in opened) return { content: opened.problem };
    const named = opened === null ? namedAmong(message, tools.documents(), nameOf) : [opened];
    const wanted = await this.#wanted(message, named, tools);
    if ('problem' in wanted) return { content: wanted.problem };
    if (wanted.documents.length === 0)
      return {
        content: 'No document is indexed, and I found no file named like that. Which file shall I read?',
      };
    return answerFrom(message, wanted.documents, tools, conversation);
  }

  /** The documents to look into: those named, else all of the session, else one found by its name. */
  async #wanted(
    message: string,
    named: readonly OpenDocument[],
    tools: DocumentTools,
  ): Promise<{ documents: readonly OpenDocument[] } | { problem: string }> {
    if (named.length > 0) return { documents: named };
    const documents = tools.documents();
    const found = await openNamedFile(message, this.#services.roots.all(), tools, documents.length === 0);
    if (found === null) return { documents };
    return 'problem' in found ? found : { documents: [found] };
  }
}

/** What does not work is told, and nothing is answered without it. */
function failedReply(error: unknown): Reply {
  if (!(error instanceof ToolFailure)) throw error;
  return { content: `I could not look that up, because ${error.message}. Please try again later.` };
}

const nameOf = ({ filename }: OpenDocument): string => filename;

async function answerFrom(
  message: string,
  documents: readonly OpenDocument[],
  tools: DocumentTools,
  conversation: Conversation,
): Promise<Reply> {
  const terms = termsOf(withoutFileNames(message).replace(OPENS, ''));
  const chosen = conversation.at(-1)?.asksWhich === true ? chosenFrom(message, documents) : null;
  if (chosen !== null) return summaryReply(chosen, tools);
  const pointsBack = POINTS_BACK.test(message) || terms.size <= 1;
  const last = documents.find(({ id }) => id === lastDocumentId(conversation));
  const context = pointsBack ? lastTerms(conversation) : [];
  const [only, second] = documents;
  const one = second === undefined ? only : last;
  const ofName = one === undefined ? new Set<string>() : nameStems(one.filename);
  const isVague = [...terms.keys()].every((stem) => ofName.has(stem));
  if (isVague && (SUMMARISES.test(message) || context.length === 0))
    return one === undefined ? askWhich(documents, tools) : summaryReply(one, tools);
  if (pointsBack && last !== undefined && second !== undefined) {
    const reply = await questionReply(message, { documents: [last], context }, tools);
    if (reply.found === true) return reply;
  }
  return questionReply(message, { documents, context }, tools);
}

/** The document that an answer to "which one?" means. */
function chosenFrom(message: string, documents: readonly OpenDocument[]): OpenDocument | null {
  const byName = bestNamed(message, documents, nameOf);
  if (byName !== null) return byName;
  const stems = [...termsOf(message).keys()];
  const holding = documents.filter(({ index }) => stems.some((stem) => index.frequencies.has(stem)));
  return holding.length === 1 ? (holding[0] ?? null) : null;
}
