/** The simulator that asks a model for the user's next message. */
import { z } from 'zod';
import type { Exchange } from '../conversation.ts';
import type { LlmClient } from '../models/client.ts';
import { isOutage, LlmError } from '../models/errors.ts';
import { fingerprintOf, vendorMark } from '../models/fingerprint.ts';
import { delimited, section, shorten, withinSize } from '../models/untrusted.ts';
import { personaLine } from './personas.ts';
import { USER_PROMPT } from './prompts/user.ts';
import type { Simulator, SimulatorInput } from './simulator.ts';
import { SimulatorError } from './simulator.ts';

export interface LlmSimulatorOptions {
  readonly client: LlmClient;
  readonly model: string;
  /** As it is sent; left out: our own. */
  readonly prompt?: string | undefined;
  /** Milliseconds for one message, retries included. Default 60,000. */
  readonly timeoutMs?: number;
}

/** A message has some 40 tokens; the rest is room for models that think first. */
const MAX_TOKENS = 2_000;
/** Characters. No person types more in one go; a longer one is the model talking about itself. */
const LONGEST_MESSAGE = 1_200;
const EARLIER_ANSWER = 1_500;
/** Of the whole conversation; what is left out is marked. */
const CONVERSATION = 24_000;

const messageAsked = z.object({ message: z.string() });
const messageReply = z.object({ message: z.string().trim().min(1).max(LONGEST_MESSAGE) });

export function createLlmSimulator(options: LlmSimulatorOptions): Simulator {
  const { client, model, prompt = USER_PROMPT, timeoutMs = 60_000 } = options;
  return {
    name: 'llm',
    fingerprint: `${vendorMark(model)}:${model}:${fingerprintOf(prompt)}`,
    wordingProblem: () => null,
    async nextMessage(input, { signal, ledger, onWait, onNote }) {
      try {
        const { message } = await client.structured({
          system: prompt,
          prompt: situation(input, prompt),
          schema: messageReply,
          asked: messageAsked,
          maxTokens: MAX_TOKENS,
          timeoutMs,
          signal,
          ledger,
          onWait,
          onNote,
        });
        return message;
      } catch (error) {
        if (!(error instanceof LlmError)) throw error;
        throw new SimulatorError(
          `The message of turn ${input.conversation.length + 1} could not be simulated: ${error.message}`,
          isOutage(error),
        );
      }
    },
  };
}

function situation({ persona, objective, conversation }: SimulatorInput, prompt: string): string {
  return [
    delimited('persona', personaLine(persona, prompt)),
    delimited('objective', objective),
    conversation.length === 0
      ? delimited('conversation', 'nothing yet: you open the conversation')
      : section('conversation', withinSize(conversation.map(exchangeText), CONVERSATION)),
  ].join('\n\n');
}

function exchangeText({ user_message, agent_response }: Exchange): string {
  return [
    delimited('you', user_message),
    delimited('assistant', shorten(agent_response, EARLIER_ANSWER)),
  ].join('\n');
}
