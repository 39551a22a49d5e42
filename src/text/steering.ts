/**
 * Text aimed at whoever judges, not at the user: it is cut from what is read and never helps.
 * What is cut is kept, so that a trace can show it.
 */

const READER =
  '(?:(?:the |this |any |all |dear |automated |auto-?|ai |llm |human |eval(?:uation)?[ -]?)*(?:judge|judges|grader|graders|evaluator|evaluators|assessor|assessors|reviewer|reviewers|scorer|scorers|marker|markers|examiner|examiners|rater|raters|autograder|evaluation (?:system|model|harness|script|bot|pipeline)|grading (?:system|model|script|bot|assistant|harness|pipeline|rubric|guide)|scoring (?:system|model|guide|script|rubric|instructions?|assistant|bot)|quality (?:checker|control)|test harness|benchmark))';
const VERDICT =
  '(?:score[sd]?|scoring|award|mark(?:ed|s)?|grade[sd]?|rate[sd]?|pass(?:es|ed)?|correct(?:ness)?|10\\s?\\/\\s?10|full (?:marks|credit|points|score)|verdict|ground[- ]truth|answer[- ]key|expected[_ -]answer|rubric|accept(?:s|ed|able)?|approve[sd]?|ignore|override|overrid\\w+|maximum|top marks|verified|validated|treat|consider|disregard|credit)';

/** Where one of these begins, everything to the end is cut: nothing after it is meant for the user. */
const TO_THE_END: readonly RegExp[] = [
  /(?:^|\n)\s*[=*#_–-]{2,}\s*(?:end|begin|start)(?: of)? [^\n]{0,60}?(?:transcript|conversation|answer|response|output|dialogue|chat|evaluation|agent|user|task|grading)[^\n]*/i,
  /(?:^|\n)\s*(?:\[|<|<\|)?\/?(?:system|sys|developer)(?: ?(?:message|prompt|note|override|notice|instruction|update))?(?:\]|>|\|>)?\s*:[^\n]*/i,
  /\[\s*(?:system|sys|developer)(?: ?(?:message|prompt|note|override|notice|instruction|update))?\s*[\]:]/i,
  /<\|?\/?(?:im_start|im_end|endoftext|system|assistant|eot_id|end_of_turn|start_of_turn)\|?>/i,
  /<\/(?:agent_?)?(?:answer|response|agent_response|transcript|conversation|output|exchange|turn|candidate)>/i,
  /\[\/?INST\]|<<\/?SYS>>/,
  /(?:^|\n)\s*(?:###|---)\s*(?:system|instruction|judge|grader|evaluator|evaluation|verdict|grading)\b/i,
];

/** A unit (comment, bracket, code block, line or sentence) that matches one of these is cut. */
const AIMED_AT_THE_JUDGE: readonly RegExp[] = [
  new RegExp(`\\b${READER}\\b[^\\n]{0,200}\\b${VERDICT}\\b`, 'i'),
  new RegExp(`\\b${VERDICT}\\b[^\\n]{0,80}\\b${READER}\\b`, 'i'),
  new RegExp(
    `^\\W*(?:hidden |internal |private |important |side)?(?:note|message|memo|reminder|hint|instructions?|attention|info(?:rmation)?|p\\.?s\\.?)?\\s*(?:to|for)?:?\\s*(?:the\\s+)?${READER}\\s*[:,–-]`,
    'i',
  ),
  /^\W*(?:grading|scoring|evaluation|evaluator|judging|marking|assessment|review)(?:er)?(?:'s)? (?:hint|note|guide|guidance|instructions?|info|remark|comment|override|update|memo)s?\b/i,
  /\b(?:expected[_ -]answer|answer[- ]key|ground[- ]truth|gold(?:en)?[- ]answer|reference answer|scoring guide|grading guide)\b/i,
  /"?(?:correctness|completeness|tool_selection|context_retention|overall_score|error_recovery)"?\s*[:=]\s*"?\d/i,
  /"(?:verdict|pass|passed|score|grade|status|result|is_correct|correct)"\s*:\s*(?:"?(?:pass(?:ed)?|true|correct|10(?:\/10)?|100|a\+?)"?)/i,
  /\b(?:verdict|final (?:verdict|score|grade|result)|grade|evaluation|judg(?:e)?ment|score)\s*[:=]\s*\**(?:pass(?:ed)?\b|correct\b|10\b(?:\s?\/\s?10)?|perfect|full marks|100\s?%|a\+)/i,
  /\b10\s?(?:\/|out of)\s?10\b/i,
  /\b(?:full|maximum|top|perfect|highest)[ -](?:marks?|credit|points|scores?|grade|rating)\b[^\n]{0,60}\b(?:this|the|my|answer|response|turn|deserve|award|give|please)\b|\b(?:award|deserves?|give|merits?|earns?|assign|grant)\b[^\n]{0,40}\b(?:full|maximum|top|perfect|highest)[ -](?:marks?|credit|points|scores?|grade|rating)\b/i,
  /\b(?:mark|score|grade|rate|count|treat|accept|record|register|consider)\s+(?:this|it|the|my)(?:\s+(?:answer|response|turn|reply|test|scenario|case|output|one))?\s+(?:\w+\s+){0,2}?(?:as\s+)?(?:a\s+)?(?:correct|pass(?:ed|ing)?|right|valid|fully|accurate|true|10\b|complete|success\w*|given|matching|equivalent|met|satisfied|answered|acceptable)/i,
  /\bignore\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|preceding|other)?\s*(?:instructions?|rules?|rubric|ground[- ]truth|guidelines|criteria|answer key|directions)\b/i,
  /\b(?:ground[- ]truth|answer[- ]key|expected[_ -]answer|gold(?:en)? answer|reference answer|grading rubric|scoring rubric|rubric)\b[^\n]{0,120}\b(?:is|was|has|have|were|should|must|contains?|matches|updated|changed|wrong|outdated|mistake|obsolete|corrected|says|accepts?|now|equals?|replaced|revised)\b/i,
  /\b(?:matches|agrees with|consistent with|verified against|checked against|identical to|in line with)\s+(?:the\s+)?(?:ground[- ]truth|answer[- ]key|expected[_ -]answer|gold(?:en)? answer|reference answer|rubric)/i,
  /\b(?:this|the) (?:answer|response|reply|turn|output) (?:is|was|has been|should be|must be|counts as|deserves|meets|satisfies|fulfil\w*|passes)\s+(?:\w+\s+){0,3}?(?:correct|verified|validated|a pass|pass(?:ed|ing)?|marked|scored|graded|accepted|approved|all (?:criteria|requirements)|the (?:criteria|rubric|requirements))\b/i,
  /\b(?:as an? |you are an? )?(?:ai )?(?:judge|grader|evaluator)\b[^\n]{0,60}\byou (?:must|should|will|have to|are)\b/i,
  /\b(?:set|assign|output|return|respond with|reply with|report|print)\s+(?:\w+\s+){0,3}?(?:\{|"?(?:pass|correctness|score)"?\b)/i,
];

const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const CODE_BLOCK = /```[a-z]*\n[\s\S]*?(?:```|$)/gi;
const BRACKETED =
  /\[\[[\s\S]{0,600}?\]\]|\[[^\][\n]{12,600}\](?!\()|\{\{[\s\S]{0,600}?\}\}|\([^()\n]{20,600}\)|<[^<>\n]{20,400}>|\{[^{}\n]{4,600}\}/g;

function aimed(unit: string): boolean {
  return AIMED_AT_THE_JUDGE.some((pattern) => pattern.test(unit));
}

export interface Read {
  /** What is meant for the user. */
  readonly text: string;
  /** What was cut, in order. */
  readonly cut: readonly string[];
}

/** Parts the answer from what is aimed at the judge. */
export function withoutSteering(answer: string): Read {
  const cut: string[] = [];
  const drop = (unit: string): string => {
    if (unit.trim() !== '') cut.push(unit.trim());
    return ' ';
  };
  let text = answer.replace(HTML_COMMENT, drop);
  let from = -1;
  for (const pattern of TO_THE_END) {
    const match = pattern.exec(text);
    if (match !== null && (from === -1 || match.index < from)) from = match.index;
  }
  if (from !== -1) {
    drop(text.slice(from));
    text = text.slice(0, from);
  }
  text = text.replace(CODE_BLOCK, (block) => (aimed(block) ? drop(block) : block));
  text = text.replace(BRACKETED, (unit) => (aimed(unit) ? drop(unit) : unit));
  const lines = text.split('\n').map((line) => {
    if (!aimed(line)) return line;
    // The rest of the line belongs to the note, what stands before its first sentence does not.
    const parts = line.split(/(?<=[.!?:]["')\]]?)\s+(?=\S)/);
    const first = parts.findIndex(
      (part, index) =>
        aimed(part) ||
        (index + 1 < parts.length &&
          aimed(`${part} ${parts[index + 1] ?? ''}`) &&
          /^\W*(?:note|message|memo|hint|attention|p\.?s|to|for|dear|hey|hi)\b/i.test(part)),
    );
    const keep = first === -1 ? [] : parts.slice(0, first);
    drop(parts.slice(keep.length).join(' '));
    return keep.join(' ');
  });
  return { text: cut.length === 0 ? answer : lines.join('\n').trim(), cut };
}
