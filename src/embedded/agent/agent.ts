/** The agent: small, deterministic, without a model. It decides which tools to call and answers from what they return. */
import type { FileRoots } from '../files.ts';
import type { Library } from '../library.ts';
import type { Recorder } from '../recorder.ts';
import type { Sessions, StoredMessage } from '../sessions.ts';
import { plainSum } from './arithmetic.ts';
import { memoryOf, type Memory } from './conversation-memory.ts';
import { generalKnowledge } from './general-knowledge.ts';
import { intentOf, isMachineIntent } from './intent.ts';
import { CAPABILITIES, DRAWING_ABILITY, GREETING, IMAGE_ABILITY, THANKS } from './replies/about-itself.ts';
import {
  listReply,
  recapReply,
  sourcesReply,
  summariseReply,
  summaryOf,
  type Reply,
} from './replies/about-documents.ts';
import { openNamedFile } from './replies/discovery.ts';
import { machineReply } from './replies/machine.ts';
import { questionReply, type QuestionReply } from './replies/questions.ts';
import { documentAbout, namedDocuments } from './scope.ts';
import { Workbench } from './workbench.ts';

export interface AgentServices {
  readonly library: Library;
  readonly sessions: Sessions;
  readonly roots: FileRoots;
  /** Called for a document that the agent indexed by itself. */
  readonly indexed: (sessionId: string, documentId: string) => void;
}
export interface TurnInput {
  readonly sessionId: string;
  readonly message: string;
  /** Messages before this one. */
  readonly history: readonly StoredMessage[];
  readonly recorder: Recorder;
}
export interface AgentAnswer {
  readonly content: string;
  /** Texts that a model would have had to read, for the count of input tokens. */
  readonly read: readonly string[];
}
export interface Agent {
  answer(input: TurnInput): Promise<AgentAnswer>;
}

export class EmbeddedAgent implements Agent {
  readonly #services: AgentServices;

  constructor(services: AgentServices) {
    this.#services = services;
  }

  async answer(input: TurnInput): Promise<AgentAnswer> {
    const bench = new Workbench(this.#services, input);
    const memory = memoryOf(this, input.sessionId);
    const reply = await this.#reply(input, bench, memory);
    memory.turns.push({
      message: input.message,
      answer: reply.content,
      terms: reply.terms,
      documentId: reply.documentId,
      finding: reply.finding,
      evidence: reply.evidence,
      yesNo: reply.yesNo,
    });
    return { content: reply.content, read: bench.read };
  }

  async #reply(input: TurnInput, bench: Workbench, memory: Memory): Promise<QuestionReply> {
    const { message } = input;
    const pending = memory.pending;
    memory.pending = null;
    const intent = intentOf(
      message,
      memory.turns.some((turn) => turn.finding !== null),
      memory.intent,
    );
    memory.intent = intent;
    if (isMachineIntent(intent))
      return said(await machineReply(intent, message, input.recorder, this.#services.roots));
    if (pending !== null && intent === 'question') {
      const document =
        documentAbout(message, bench.documents(), this.#services.library) ??
        namedDocuments(message, bench.documents())[0];
      if (document !== undefined) return fromDocument(await summaryOf(bench, document));
    }
    switch (intent) {
      case 'greeting':
        return said(GREETING);
      case 'thanks':
        return said(THANKS);
      case 'capabilities':
        return said(CAPABILITIES);
      case 'image-ability':
        return said(IMAGE_ABILITY);
      case 'image-creation-ability':
        return said(DRAWING_ABILITY);
      case 'list-documents':
        return fromDocument(await listReply(bench));
      case 'sources':
        return fromDocument(sourcesReply(bench, memory));
      case 'recap':
        return fromDocument(recapReply(bench, memory) ?? (await summariseReply(bench, memory, message)));
      case 'summarise':
        return bench.documents().length === 0
          ? this.#open(bench, memory, message)
          : fromDocument(await summariseReply(bench, memory, message));
      case 'push-back':
        return this.#holdFirm(bench, memory, message);
      case 'open-file':
        return this.#open(bench, memory, message);
      case 'question':
        break;
    }
    const known = plainSum(message) ?? generalKnowledge(message);
    return known === null ? questionReply(bench, memory, message) : said(known);
  }

  /** Opens the named file, and answers what else the message asks about it. */
  async #open(bench: Workbench, memory: Memory, message: string): Promise<QuestionReply> {
    const known = namedDocuments(message, bench.documents());
    const opened = known[0] === undefined ? await openNamedFile(bench, message) : { document: known[0] };
    if (opened === null) return questionReply(bench, memory, message);
    if ('problem' in opened) return said(opened.problem);
    const asksMore =
      message.includes('?') || /\b(?:and|then) (?:tell|give|what|find|answer|how|who|which)\b/i.test(message);
    if (asksMore) return questionReply(bench, memory, message);
    if (/\b(?:summar|describe|what is in|what's in|overview|contents?)\b/i.test(message))
      return fromDocument(await summaryOf(bench, opened.document));
    return {
      ...said(`${opened.document.filename} is indexed. What would you like to know?`),
      documentId: opened.document.id,
    };
  }

  /** Doubt is no evidence: the document is asked again, and what it says stands. */
  async #holdFirm(bench: Workbench, memory: Memory, message: string): Promise<QuestionReply> {
    const last = memory.turns.findLast((turn) => turn.finding !== null);
    const again = await questionReply(bench, memory, message);
    const finding = again.finding ?? last?.finding ?? null;
    if (finding === null) return again;
    const name =
      bench.rows().find((row) => row.id === (again.documentId ?? last?.documentId))?.filename ??
      'the document';
    const lead =
      last?.answer.startsWith('No') === true || again.content.startsWith('No')
        ? 'No, I checked again and it stands'
        : 'I checked again and it stands';
    return {
      ...again,
      content: `${lead}. ${name} says: ${finding}`,
      finding,
      documentId: again.documentId ?? last?.documentId ?? null,
      yesNo: again.yesNo || last?.yesNo === true,
    };
  }
}

const said = (content: string): QuestionReply => ({
  content,
  documentId: null,
  finding: null,
  evidence: null,
  terms: [],
  yesNo: false,
});

const fromDocument = (reply: Reply): QuestionReply => ({
  content: reply.content,
  documentId: reply.documentId ?? null,
  finding: null,
  evidence: reply.evidence ?? null,
  terms: [],
  yesNo: false,
});
