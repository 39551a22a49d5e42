/** Words and their stems: what makes two wordings comparable. */

/** Words that carry no topic: function words, and the talk around a question. */
const STOP = new Set(
  `a an the this that these those there here it its it's they them their theirs he she his her him we us our you your yours i me my mine
  is are was were be been being am do does did doing done have has had having can could will would shall should may might must
  and or but nor so if then than as at by for from in into of off on onto out over to up with without within about across after again
  all also any both each either else ever every how just let lets more most much many no not now only other own per really same some still such
  very via was what whats when where which while who whom whose why yes yet too re s t d ll ve m whats thats
  please thanks thank hi hello hey ok okay well sure right good great nice know tell told give gives given want wanted need needed like
  say says said saying mention mentions mentioned mentioning state states stated according accord show shows find look looking ask asking question answer
  document documents doc docs file files text report's reports handbook's information info detail details exactly exact actually
  get gets got going go goes come comes came make makes made take takes took use used using see put call called think believe
  there's here's i'd i'm i've you're we're they're don't doesn't didn't isn't aren't wasn't can't couldn't won't wouldn't
  first second next last one ones thing things something anything kind sort way lot bit quick quickly currently current briefly short also
  getting giving taking making having going coming pretty wrong incorrect mistaken course obviously definitely certainly probably maybe perhaps
  true false define defines defined regarding concerning respectively even though though because since until upon between among around
  does're whether otherwise instead rather apply applies applied mean means meant name named names figure figures number numbers value values
  include includes included including basically overall altogether exist exists happen happens happened hold holds help helps
  able possible supposed expected two three wait else ah oh hmm actually listen fun quite reach reaches introduce write add follow follows followed compare compared
  describe describes described list quote explain explains dollar dollars percent percentage amount amounts explicit explicitly bring brings brought
  whole among amongst many per want today now then once decide decided happen talk tells among anyone anybody everyone everything somebody someone
  above below called concerned happen gives rough roughly`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Stop words that do carry meaning inside a document question. */
const KEPT_WHEN_ALONE = new Set(['first', 'last', 'next', 'name', 'allowed', 'expected', 'report']);

export const isStopWord = (word: string): boolean => STOP.has(word);
export const isSometimesTopic = (word: string): boolean => KEPT_WHEN_ALONE.has(word);

/** Fixed phrases that mean one thing, brought to one word before anything else looks at the text. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /\bpaid[\s-]+time[\s-]+off\b|\bannual leave\b|\bvacation (?:days|time|allowance)\b|\bvacation\b|\btime off\b/g,
    'pto',
  ],
  [
    /\b(?:on|over|than|from|since|compared (?:to|with)|against|versus|vs\.?) (?:the )?(?:last|previous|prior) year\b|\byear[\s-]+(?:over|on|to)[\s-]+year\b|\byoy\b|\by\/y\b|\bfrom a year (?:earlier|ago|before)\b|\bthan a year (?:earlier|ago|before)\b|\bover the (?:prior|previous|last) year\b/g,
    'yoy',
  ],
  [
    /\b(?:vs\.?|versus|against|compared (?:to|with)|than|from|over) (?:a|one|the) year (?:ago|earlier|before)\b/g,
    'yoy',
  ],
  [/\bhow much money (?:did|does) (.{2,30}?) (?:make|earn|take in)\b/g, 'revenue $1'],
  [
    /\bhow many (?:of (?:it|them|those|these) )?(?:do|did) we have\b|\bhow many are left\b/g,
    'how many in stock',
  ],
  [/\bsign(?:s|ed)?[\s-]off\b/g, 'approval'],
  [/\byear one\b/g, 'first year'],
  [/\bover the (?:past|last|previous) (?:12|twelve) months\b|\bover the (?:past |last )?year\b/g, 'yoy'],
  [/\b(19|20)(\d\d)[-–/](\d\d)\b(?![-–/])/g, '$1$2 $1$3'],
  [
    /\b(audit|study|review|survey|inspection|report|investigation|team|authors?|paper) (?:find|finds|found)\b/g,
    '$1 findings',
  ],
  [/\b(?:first|1st) quarter\b/g, 'q1'],
  [/\b(?:second|2nd) quarter\b/g, 'q2'],
  [/\b(?:third|3rd) quarter\b/g, 'q3'],
  [/\b(?:fourth|4th|last|final) quarter\b/g, 'q4'],
  [/\bq([1-4])\s*(?:fy\s*)?['’]?(\d{4})\b/g, 'q$1 $2'],
  [/\b(\d{4})\s*q([1-4])\b/g, 'q$2 $1'],
  [/\b(?:fiscal|financial) year\s*(\d{4})\b|\bfy\s*['’]?(\d{4})\b/g, 'fiscal $1$2'],
  [/\bchief executive(?: officer)?\b/g, 'ceo'],
  [/\bchief financial officer\b|\bfinance chief\b/g, 'cfo'],
  [/\bchief technology officer\b/g, 'cto'],
  [/\bvice[\s-]president\b|\bv\.p\.\b/g, 'vp'],
  [/\bhuman resources\b/g, 'hr'],
  [
    /\bwork(?:ing|s)? from home\b|\btele[\s-]?(?:work|commut)\w*\b|\bhome[\s-]office\b|\bremotely\b/g,
    'remote',
  ],
  [/\bfull[\s-]time\b/g, 'fulltime'],
  [/\bpart[\s-]time\b/g, 'parttime'],
  [/\bopen[\s-]source\b/g, 'opensource'],
  [/\bstart(?:ing)? date\b/g, 'start'],
  [/\bper cent\b/g, 'percent'],
  [/\bhead[\s-]count\b|\bnumber of (?:employees|staff|workers)\b|\bemployee count\b/g, 'headcount employees'],
  [/\bwhite[\s-]space\b/g, 'whitespace'],
];

const normalised = (text: string): string => {
  let result = text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[_]/g, ' ')
    .replaceAll(/(?<=\d) ?%/g, ' percent');
  for (const [pattern, word] of PHRASES) result = result.replaceAll(pattern, word);
  return result;
};

/** Lower-case words and numbers in order; "3.11", "10.5" and "1,200" stay whole (without the comma). */
export function wordsOf(text: string): string[] {
  return (normalised(text).match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:'[a-z]+)?/gu) ?? []).map((word) =>
    /^\d/.test(word) ? word.replaceAll(',', '') : word.replace(/'s$|'$/u, ''),
  );
}

const IRREGULAR = new Map(
  'kept=keep held=hold sold=sell paid=pay led=lead met=meet grew=grow grown=grow rose=rise risen=rise fell=fall fallen=fall chose=choose chosen=choose wrote=write written=write built=build sent=send spent=spend lost=lose won=win bought=buy brought=bring taught=teach ran=run began=begin begun=begin drove=drive driven=drive left=leave lay=lie became=become shown=show drew=draw drawn=draw died=die children=child women=woman men=man criteria=criterion'
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([form = '', base = '']) => [form, base] as const),
);

/** A light suffix stripper: plurals, -ing, -ed, -ly, -ment, -ion and final e. */
export function stem(word: string): string {
  if (word.length < 3 || /\d/.test(word)) return word;
  let base = IRREGULAR.get(word) ?? word;
  if (base.length < 4) return base;
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|zz)es$/.test(base)) base = base.slice(0, -2);
  else if (/[^su]s$/.test(base)) base = base.slice(0, -1);
  for (const suffix of [
    'ically',
    'fully',
    'ally',
    'ingly',
    'edly',
    'ly',
    'ness',
    'ments',
    'ment',
    'ations',
    'ation',
    'ions',
    'ion',
    'ing',
    'ed',
    'er',
    'or',
    'al',
  ]) {
    const rest = base.slice(0, -suffix.length);
    if (!base.endsWith(suffix) || rest.length < 4 || !/[aeiouy]/.test(rest)) continue;
    base = suffix === 'ation' || suffix === 'ations' ? `${rest}at` : rest;
    break;
  }
  if (/([bdfgklmnprt])\1$/.test(base)) base = base.slice(0, -1);
  if (base.endsWith('e') && base.length > 4) base = base.slice(0, -1);
  if (base.endsWith('i') && base.length > 4) base = `${base.slice(0, -1)}y`;
  return base;
}
