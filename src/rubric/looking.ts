/** Did the agent look before it answered? Source: the benchmark's rubric, docs/rubric.md. */
import type { Exchange } from '../conversation.ts';
import { chosenCalls } from './tool-loop.ts';

/** Tools that look for an answer; listing what is loaded is not looking. */
const LOOKS =
  /quer|search|read|retriev|fetch|grep|find|browse|analy[sz]e|extract|rag|lookup|get_document|get_chunk|summar/i;
const INDEXES = /index_(?:document|file|folder|directory)$/i;

/** Did the agent call a tool that could have found the answer? */
export function hasLooked(exchange: Exchange): boolean {
  return chosenCalls(exchange).some(
    ({ tool }) => (LOOKS.test(tool) || INDEXES.test(tool)) && !tool.startsWith('list_'),
  );
}
