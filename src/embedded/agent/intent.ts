/** What kind of message this is, before anybody looks into documents. */
import { namedFiles } from './scope.ts';
import { wordsOf } from './words.ts';

/** Requests to the machine, each with a tool of its own. */
const MACHINE = [
  'screenshot',
  'clipboard',
  'notify',
  'windows',
  'system-info',
  'speech',
  'web',
  'image-analysis',
  'image-creation',
] as const;
export type MachineIntent = (typeof MACHINE)[number];
export type TalkIntent =
  | 'greeting'
  | 'thanks'
  | 'capabilities'
  | 'list-documents'
  | 'sources'
  | 'recap'
  | 'push-back'
  | 'summarise'
  | 'open-file'
  | 'image-ability'
  | 'image-creation-ability'
  | 'question';
export type Intent = MachineIntent | TalkIntent;

export const isMachineIntent = (intent: Intent): intent is MachineIntent =>
  MACHINE.some((name) => name === intent);

const ASKS_ABILITY =
  /\b(?:can|could|are|do|is it possible|able|have) (?:you|to|for you)\b.{0,40}\b(?:analy[sz]e|look at|see|read|describe|understand|recogni[sz]e|process|work with)\b.{0,25}\b(?:images?|pictures?|photos?|screenshots?)\b/i;
const PICTURE = '(?:images?|pictures?|photos?|drawings?|illustrations?|artwork|painting|sketch|logo)';
const MAKES_PICTURE = new RegExp(
  `\\b(?:generate|create|make|draw|paint|produce|design|render)\\b.{0,40}\\b${PICTURE}\\b|\\bdraw me\\b`,
  'i',
);
const IMAGE_FILE = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

const RULES: readonly (readonly [Intent, (text: string) => boolean])[] = [
  [
    'screenshot',
    (text) =>
      /\b(?:take|capture|grab|make|do)\b.{0,25}\bscreen ?(?:shots?|captures?|grab)\b|\bcapture (?:my|the) screen\b/i.test(
        text,
      ),
  ],
  ['clipboard', (text) => /\bclipboard\b/i.test(text)],
  [
    'notify',
    (text) =>
      /\bnotif(?:y|ication)\b/i.test(text) &&
      /\b(?:send|show|pop|display|give|desktop|notify me|me)\b/i.test(text),
  ],
  [
    'windows',
    (text) =>
      /\b(?:open|active|running|visible)\b.{0,15}\bwindows\b|\bwindows\b.{0,25}\b(?:open|running|active|visible)\b|\blist\b.{0,15}\bwindows\b/i.test(
        text,
      ),
  ],
  [
    'system-info',
    (text) =>
      /\bwhat (?:kind of )?(?:system|computer|machine|hardware)\b.{0,30}\b(?:i|this|my)\b/i.test(text) ||
      /\b(?:system info\w*|(?:my|this|the) (?:computer|machine|pc|laptop|system)(?:'s)?\b.{0,40}\b(?:cpu|ram|memory|processor|os|operating system|specs?|hardware|info\w*|details?)|(?:cpu|ram|operating system|os|specs?|hardware)\b.{0,50}\b(?:my|this) (?:computer|machine|pc|laptop|system))\b|\bwhat (?:os|operating system|cpu|processor)\b.{0,20}\b(?:i|am i|this|my)\b/i.test(
        text,
      ),
  ],
  [
    'speech',
    (text) =>
      /\btext[- ]to[- ]speech\b|\bread (?:it|this|that|the following)?.{0,20}\b(?:aloud|out loud)\b|\b(?:say|speak)\b.{0,60}\b(?:aloud|out loud|voice|speakers?)\b|\bspeak\b.{0,20}["“']/i.test(
        text,
      ),
  ],
  [
    'web',
    (text) =>
      /\bhttps?:\/\/\S+|\b(?:fetch|open|visit|load|get)\b.{0,30}\b(?:web ?page|website|url|www\.\S+)/i.test(
        text,
      ),
  ],
  [
    'image-creation',
    (text) =>
      MAKES_PICTURE.test(text) &&
      /\b(?:of|showing|with|for me|me (?:a|an))\b/i.test(text) &&
      !/^(?:can|could|are|do) you (?:able to )?(?:generate|create|make|draw)\s+(?:images|pictures|drawings)\b/i.test(
        text,
      ),
  ],
  ['image-creation-ability', (text) => MAKES_PICTURE.test(text)],
  ['image-analysis', (text) => namedFiles(text).some((file) => IMAGE_FILE.test(file))],
  ['image-ability', (text) => ASKS_ABILITY.test(text)],
  [
    'list-documents',
    (text) =>
      /\b(?:which|what|list|show|how many)\b.{0,30}\b(?:documents?|files?|docs)\b.{0,40}\b(?:have|loaded|indexed|available|access|there|see|got|know|attached|open)\b|\blist (?:the|my|all|your)?\s?(?:indexed |loaded )?(?:documents|files|docs)\b|\bwhat (?:documents|files|docs) (?:do|have|can|are)\b/i.test(
        text,
      ),
  ],
  [
    'sources',
    (text) =>
      /\b(?:which|what) (?:document|file|source|report)s?\b.{0,60}\b(?:from|come|came|used?|use|based|find|found|source|take|get|got)\b|\bwhere did (?:you|that|this|those|these|it|each|both)\b|\bwhat(?:'s| is| was) (?:your|the) source\b|\bfrom which (?:document|file)|\bsources?\b.{0,30}\b(?:each|both|these|those|answers?)\b/i.test(
        text,
      ),
  ],
  [
    'recap',
    (text) =>
      /\b(?:recap|sum up|summari[sz]e|summary|overview|wrap up|list)\b.{0,60}\b(?:we(?:'ve)?|you(?:'ve)?|i(?:'ve)?|conversation|discussed|talked|chat|so far|told me|learned|covered|all three|all of (?:that|this|those|these)|these (?:facts|points|answers|figures|findings)|those (?:facts|points|answers|figures|findings)|the three|everything|answers|findings)\b|\beverything you (?:told|said|found)\b/i.test(
        text,
      ),
  ],
  [
    'summarise',
    (text) =>
      /\b(?:summari[sz]e|summary|sum up|overview of|main points|key points|key takeaways|highlights|gist|tl;?dr)\b|\bwhat(?:'s| is) (?:in (?:it|this|that|the (?:document|file|report))|(?:it|this|that|the (?:document|file|report)) about)\??$|\bwhat can you tell me\b|\bwhat (?:do|does) (?:you|it|(?:the|this|that) (?:document|report|file)) (?:know|cover|contain|have|tell|say)\b(?! about| on)|\bdescribe (?:it\b|the (?:document|file|report|content)|what(?:'s| is) in)/i.test(
        text,
      ),
  ],
  [
    'capabilities',
    (text) =>
      /\bwhat (?:can|could|do) you (?:do|help|offer)\b|\bhow can you help\b|\bwhat are you (?:able|capable)\b|\byour (?:capabilities|abilities|features|skills)\b|\bwhat.{0,20}\byou (?:good at|capable of)\b|\bwho are you\b|\bwhat are you\b/i.test(
        text,
      ),
  ],
  [
    'thanks',
    (text) =>
      /^(?:thanks|thank you|thx|cheers|great|perfect|nice|awesome|ok(?:ay)?|cool|got it|bye|goodbye)\b/i.test(
        text.trim(),
      ) &&
      wordsOf(text).length <= 6 &&
      !text.includes('?'),
  ],
  [
    'greeting',
    (text) =>
      /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|howdy|greetings|yo|hiya)\b/i.test(
        text.trim(),
      ) && wordsOf(text).length <= 6,
  ],
];

const DOUBT =
  /\b(?:are you sure|you(?:'re| are) (?:wrong|mistaken|incorrect)|that(?:'s| is| can't be| cannot be) (?:not (?:right|true|correct)|wrong|incorrect|right)|i (?:disagree|don't (?:think|believe)|doubt|was told|heard|read)|i(?:'m| am) (?:pretty |quite |fairly |very |absolutely )?(?:sure|certain|convinced|positive)|my (?:colleague|manager|friend|boss|coworker)|check again|double[- ]check|look again|really\?)/i;

export function intentOf(message: string, answeredBefore: boolean, last: Intent | null): Intent {
  if (last === 'image-creation-ability' && /\b(?:make|draw|create|generate|paint|try)\b/i.test(message))
    return 'image-creation';
  for (const [intent, applies] of RULES) if (applies(message)) return intent;
  if (answeredBefore && DOUBT.test(message)) return 'push-back';
  if (namedFiles(message).length > 0 && /\b(?:index|open|load|add|read|import|process)\b/i.test(message))
    return 'open-file';
  return 'question';
}
