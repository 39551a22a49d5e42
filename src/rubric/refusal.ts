/** Refusing without having looked. Source: the benchmark's rubric, docs/rubric.md. */
import type { Exchange } from '../conversation.ts';
import { refuses } from '../text/admission.ts';
import { chosenCalls } from './tool-loop.ts';

/** Tools that look for an answer; listing what is loaded is not looking. */
const LOOKS =
  /quer|search|read|retriev|fetch|grep|find|browse|analy[sz]e|extract|rag|lookup|index_(?:document|file|folder|directory)$|get_document|get_chunk|summar/i;

/** Did the agent call a tool that could have found the answer? */
export function hasLooked(exchange: Exchange): boolean {
  return chosenCalls(exchange).some((call) => LOOKS.test(call.tool) && !call.tool.startsWith('list_'));
}

/** Does the answer refuse or give up without a query? */
export function refusesUnseen(exchange: Exchange): boolean {
  return !hasLooked(exchange) && refuses(exchange.agent_response);
}
