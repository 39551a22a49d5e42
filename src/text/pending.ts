/** Answers that only announce what the agent is doing or will do, and give no result. */
import { sentences } from './sentences.ts';

const ANNOUNCES =
  /\b(?:one moment|just a (?:moment|second|sec|minute)|hold on|please wait|bear with me|hang on|give me a (?:moment|second|minute)|stay tuned|in progress|almost there|(?:i'm|i am|we're) (?:still |currently |now |just )*(?:look|ask|check|quer|work|search|try|wait|fetch|read|gather|load|collect|retriev|process)\w*ing|still (?:look|ask|check|quer|work|search|try|wait|fetch|read|gather|load|process)\w*ing|i keep \w+ing|(?:let me|i'll|i will) (?:\w+ ){0,2}(?:check|look|query|try|ask|search|fetch|see|read|call|run)\b|trying (?:it )?again|retrying|get back to you)\b/i;

/** Does every sentence only announce? */
export function onlyAnnounces(text: string): boolean {
  const said = sentences(text);
  return (
    said.length > 0 &&
    said.every((sentence) => !/\?\W*$/.test(sentence.text) && ANNOUNCES.test(sentence.text))
  );
}
