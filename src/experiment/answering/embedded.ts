/** The embedded models as those who answer. */
import type { Part } from '../../grade/task.ts';
import { EMBEDDED_VERSION, extractAnswer, type EmbeddedModel } from '../../models/embedded/extractive.ts';
import type { Answering } from './answering.ts';

export function embeddedAnswering(model: EmbeddedModel, parts: readonly Part[]): Answering {
  return {
    model: `embedded/${model}`,
    endpoint: 'embedded',
    isLocal: true,
    identity: `embedded/${model}/${EMBEDDED_VERSION}`,
    server: () => Promise.resolve(null),
    answer({ question }, { parsed }) {
      const start = performance.now();
      const texts = parts.map((part) => [part, extractAnswer(model, parsed, { question, part })] as const);
      const total = performance.now() - start;
      return Promise.resolve({
        parts: Object.fromEntries(texts.filter(([, text]) => text !== '')),
        thinkingChars: 0,
        stop: 'end',
        // It counts no tokens, and its words cost nothing.
        usage: null,
        usd: 0,
        answeredBy: model,
        ms: { firstToken: null, total },
        tokensPerSecond: null,
        notes: [],
      });
    },
  };
}
