/**
 * What an objective is said as, where that is certain: a message that it quotes, a sentence that a person would say to
 * the agent as it stands, or a plain instruction to ask ("Ask how long goods can be returned"). Anything else speaks to
 * whoever plays the user, and takes a model to be put into words.
 */

/** One line, first letter upper case, ends with a punctuation mark; null when it takes a model. */
export function plainMessage(objective: string): string | null {
  const text = objective.replaceAll(/\s+/gu, ' ').trim();
  const quoted = quotedMessage(text);
  if (quoted !== null) return quoted;
  if (text === '' || DIRECTS.test(text)) return null;
  return isSaid(text) ? finished(text) : asked(text);
}

const QUOTE = /^(?<before>[^"“”'‘’]*?)(?:"(?<a>[^"]+)"|“(?<b>[^”]+)”|(?<![\p{L}\d])['‘](?<c>.+)['’])[.!]?$/u;
/** What has to be said word for word. */
const SPEAKS = /\b(?:ask|say|send|type|write|give|reply|answer|respond|repeat|message)s?\b[^.?!]*$/iu;

/** The quotation that an objective ends with: a whole sentence, or what is to be said or sent. */
function quotedMessage(text: string): string | null {
  const groups = QUOTE.exec(text)?.groups;
  const quote = (groups?.['a'] ?? groups?.['b'] ?? groups?.['c'])?.trim();
  if (groups === undefined || quote === undefined) return null;
  const before = groups['before'] ?? '';
  const isSentence = /[.?!…]$/u.test(quote) && (before === '' || SPEAKS.test(before));
  return isSentence || /\b(?:say|send|type|write)s?(?: exactly)?:?\s*$/iu.test(before) ? quote : null;
}

/** Of the people of a test, or in the tone of instructions: nobody says this to an agent. */
const DIRECTS = new RegExp(
  [
    String.raw`\b(?:the|a|an) (?:user|agent|assistant|persona|simulator|follow-?up)\b`,
    String.raw`\b(?:users?|agents?|assistants?) (?:should|must|asks?|wants?|has|have)\b`,
    String.raw`\b(?:MUST|NOT|NEVER|SHOULD|DO NOT)\b`,
    String.raw`^(?:then|next|now|finally|again|using|without|casually|vaguely|briefly|still),? (?:\p{L}+ )?(?:ask|request|say)\b`,
    String.raw`^(?:claim|insist|push back|greet|request|inquire|follow up|thank|pretend|act|challenge|probe|test|say|object)\b`,
    String.raw`[.;,] (?:do not|don't|without|never) (?:name|naming|mention|mentioning|say|saying|use|using|repeat|repeating)\b`,
  ].join('|'),
  'u',
);

const COMMANDS = [
  'add|calculate|check|compare|compute|convert|copy|count|create|delete|describe|draw|explain|fetch|find|forget|generate',
  'get|give|index|list|load|look|make|open|play|quote|read|remember|save|search|send|set|show|speak|start|sum|summari[sz]e',
  'take|tell me|translate|use|write',
].join('|');
const FIRST_WORDS = new RegExp(
  String.raw`^(?:(?:and|then|now|so|ok|okay|also),? )?(?:hi|hello|hey|ok|okay|thanks|${COMMANDS})\b`,
  'iu',
);
const PERSONS = /\b(?:I|I'm|I'd|I've|I'll|me|my|we|our|us|you|your|let's|please)\b/iu;

/** A question, words of one person to another, or something that an agent can be told to do. */
function isSaid(text: string): boolean {
  if (/^ask\b/iu.test(text)) return false;
  return /[?？]["'”’)]?(?:\s|$)/u.test(text) || PERSONS.test(text) || FIRST_WORDS.test(text);
}

const WH = '(?:what|which|who|whom|whose|when|where|why|how|whether|if)';
const ASK = /^ask (?:about (?<about>.+)|for (?<thing>.+)|(?<clause>.+))$/iu;

/** "Ask …", of one sentence that says no more than what to ask. */
function asked(text: string): string | null {
  const body = text.replace(/[.!]$/u, '');
  const groups = ASK.exec(body)?.groups;
  if (groups === undefined || /[.!?;]\s|[()]/u.test(body)) return null;
  const { about, thing, clause } = groups;
  if (about !== undefined) return `What about ${about}?`;
  if (thing !== undefined) return `Please give me ${thing}.`;
  return new RegExp(`^${WH}\\b`, 'iu').test(clause ?? '') ? `Can you tell me ${clause ?? ''}?` : null;
}

function finished(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:？。！]["'”’)]?$/u.test(upper) ? upper : `${upper}.`;
}
