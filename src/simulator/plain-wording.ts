/**
 * Turns an objective ("Ask what the Q3 revenue was") into what a person would type ("What was the Q3 revenue?").
 * An objective that is already in the user's voice stays as it is. Rules only, tried in their order.
 */

/** Never empty; one line, first letter upper case, ends with a punctuation mark. */
export function plainMessage(objective: string): string {
  const text = tidy(withoutRemarks(objective));
  const sentences = text.split(/(?<=[.!?])\s+(?=\S)/u).filter((sentence) => sentence !== '');
  const spoken = sentences.filter((sentence) => !isStageDirection(sentence)).map(sentenceInOwnVoice);
  const message = tidy(spoken.join(' '));
  return message !== '' ? message : finished(tidy(objective)) || 'Hello.';
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

const REMARK_WORDS = [
  'agent|assistant|user|persona|pronouns?|turn',
  String.raw`expect\w*|should|must|do not|don't|without|naming`,
  String.raw`implicit\w*|deliberate\w*|intentional\w*|test\w*|null|trap|note`,
].join('|');
const REMARK = new RegExp(String.raw`\b(${REMARK_WORDS})\b`, 'iu');

/** Remarks in parentheses are for whoever plays the user; other parentheses belong to the question. */
function withoutRemarks(text: string): string {
  return text.replaceAll(/\s*[([]([^()[\]]*)[)\]]/gu, (whole, inside: string) =>
    REMARK.test(inside) ? '' : whole,
  );
}

/** A sentence about how to ask, not something to be said. */
function isStageDirection(sentence: string): boolean {
  return (
    /^(?:do not|don't|never|avoid)\s+(?:name|mention|say|repeat|use|refer|reveal|specify|give)\b/iu.test(
      sentence,
    ) ||
    /^(?:use|refer to it with|speak|write|stay|be|sound)\s+(?:a |an |the )?(?:pronouns?|vague|casual\w*|brief|short|formal\w*|terse)\b/iu.test(
      sentence,
    ) ||
    /^(?:the|this)\s+(?:agent|assistant|turn)\s+(?:should|must|has to|is expected|tests?|checks?)\b/iu.test(
      sentence,
    )
  );
}

const WH = '(?:what|which|who|whom|whose|when|where|why|how)';

interface Rule {
  readonly when: RegExp;
  readonly say: (rest: string, first: string) => string;
}

/** `rest` is the last group of the pattern, `first` the first one. */
const RULES: readonly Rule[] = [
  { when: /^(?:greet|say (?:hi|hello)|wish)\b(.*)$/iu, say: () => 'Hi!' },
  {
    when: /^follow up (?:by asking|asking|with a question|with|on)\s+(.+)$/iu,
    say: (rest) =>
      sentenceInOwnVoice(
        `ask ${/^(?:about|for|if|whether|what|which|who|when|where|why|how)\b/iu.test(rest) ? '' : 'about '}${rest}`,
      ),
  },
  {
    when: /^ask (?:the )?same(?: (?:question|thing))?(?: again)? (?:about|for|of)\s+(.+)$/iu,
    say: (rest) => `What about ${rest}?`,
  },
  {
    when: /^ask (?:whether|if) (?:you) (can|could|will|would|have|are|know)\b\s*(.*)$/iu,
    say: (rest, verb) => `${verb === 'know' ? 'do you know' : `${verb} you`} ${rest}?`,
  },
  {
    when: /^(?:ask|check|verify|confirm|find out|see) (?:whether|if|that)\s+(.+)$/iu,
    say: (rest) => `is it true that ${rest}?`,
  },
  { when: /^ask (?:you )?to (?:be told|know|hear)\s+(.+)$/iu, say: (rest) => `can you tell me ${rest}?` },
  { when: /^(?:ask|tell|instruct|have|get|order) you to\s+(.+)$/iu, say: (rest) => `please ${rest}` },
  { when: /^ask to\s+(.+)$/iu, say: (rest) => `please ${rest}` },
  {
    when: new RegExp(`^(?:ask|find out|learn|inquire|enquire) (?:you )?(${WH}\\b.*)$`, 'iu'),
    say: (rest) => `can you tell me ${rest}?`,
  },
  {
    when: /^(?:ask|inquire|enquire|find out|learn|talk) (?:you )?(?:more )?(?:about|regarding)\s+(.+)$/iu,
    say: aboutIt,
  },
  { when: /^(?:ask you|ask|request|demand|get)(?: for)?\s+(.+)$/iu, say: (rest) => `please give me ${rest}` },
  {
    when: /^(?:insist|maintain|repeat)(?: once more| again)? that\s+(.+)$/iu,
    say: (rest) => `no, I am sure that ${rest}`,
  },
  {
    when: /^(?:push back|disagree|object|doubt)\b.*?\b(?:that|claiming|saying)\s+(.+)$/iu,
    say: (rest) => `no, I am sure that ${rest}`,
  },
  {
    when: /^(?:push back|disagree|object|express doubt|doubt)\b(.*)$/iu,
    say: () => 'I do not think that is right. Are you sure?',
  },
  {
    when: /^(?:claim|state|say|assert|assume|mention|point out|tell you|remark|pretend)(?: falsely| wrongly)? that\s+(.+)$/iu,
    say: (rest) => rest,
  },
  { when: /^thank\b(.*)$/iu, say: () => 'Thanks!' },
];

function sentenceInOwnVoice(sentence: string): string {
  const end = /[.!?]+$/u.exec(sentence)?.[0] ?? '';
  if (end.includes('?') || isOwnVoice(sentence)) return finished(sentence);
  const body = withoutManner(addressed(sentence.slice(0, sentence.length - end.length)));
  const inverted = invertedQuestion(body);
  if (inverted !== null) return finished(inverted);
  for (const { when, say } of RULES) {
    const groups = when.exec(body);
    if (groups !== null) return finished(say(groups.at(-1) ?? '', groups[1] ?? ''));
  }
  return finished(end === '' ? body : `${body}${end}`);
}

/** "ask what the revenue was" → "what was the revenue?", where the clause is short enough to be sure. */
function invertedQuestion(body: string): string | null {
  const groups =
    /^(?:ask|find out|learn|inquire|enquire) (?:you )?(what|who|where|when) ((?:the|its|their|my|our|his|her|this|that) [^,;]+?) (is|was|are|were)$/iu.exec(
      body,
    );
  if (groups === null) return null;
  const [, word, subject, verb] = groups;
  return `${word} ${verb} ${subject}?`;
}

function aboutIt(rest: string): string {
  return /^(?:it|that|those|these|this|them|the same|the other)\b/iu.test(rest)
    ? `what about ${rest}?`
    : `tell me about ${rest}`;
}

/** First person, or addressed to the agent as a person would. */
function isOwnVoice(sentence: string): boolean {
  return (
    /\b(?:I|I'm|I'd|I've|I'll|me|my|we|our|us)\b/u.test(sentence) ||
    /^(?:please|hi|hello|hey|thanks)\b/iu.test(sentence)
  );
}

/** The agent is spoken to, not about. */
function addressed(text: string): string {
  return text
    .replace(
      /^(?:then|next|now|finally|afterwards|and)\s*,?\s+(?=(?:the user|ask|request|inquire|claim|insist|push|find)\b)/iu,
      '',
    )
    .replace(
      /^(?:the |as an? [\w ]+, )?(?:user|customer)?\s*(?:wants? to |would like to |should |has to )?(asks?|requests?)\b/iu,
      (_, verb: string) => verb.replace(/s$/iu, ''),
    )
    .replaceAll(/\bthe (?:agent|assistant|bot|ai)'s\b/giu, 'your')
    .replaceAll(/\bthe (?:agent|assistant|bot|ai)\b/giu, 'you');
}

const MANNERS = [
  'without (?:naming|mentioning|saying|repeating|specifying)',
  '(?:by )?using (?:a |the )?(?:pronouns?|word)',
  'with a pronoun',
  'asked with',
].join('|');
const MANNER_AT_END = new RegExp(String.raw`[,;]?\s+(?:${MANNERS})\b[^.?!]*$`, 'iu');

/** How to ask: "using a pronoun, ask …", "…, without naming the file". */
function withoutManner(text: string): string {
  return text
    .replace(
      /^(?:using|without|with|in|by|as|still|again|casually|vaguely|briefly|politely)\b[^.?!]{0,80}?,\s*(?=(?:ask|request|inquire|claim|insist)\b)/iu,
      '',
    )
    .replace(
      /^(?:casually|vaguely|briefly|politely|simply|again|also)\s+(?=(?:ask|request|inquire|claim|insist)\b)/iu,
      '',
    )
    .replace(MANNER_AT_END, '')
    .trim();
}

function finished(text: string): string {
  if (text === '') return '';
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:]["'”’)]?$/u.test(upper) ? upper : `${upper}.`;
}
