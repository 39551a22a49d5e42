// @ts-check
/** Sentences that fill the sections of the long report. None speaks of a non-conformity: only Section 52 does. */

/** @typedef {import('../random.mjs').Choices} Choices */
/** @typedef {import('./topics.mjs').Topic & { site: string }} Subject */
/** @typedef {(subject: Subject, choose: Choices) => string} Sentence */

/** @type {readonly [string, ...string[]]} */
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'August', 'September', 'October'];
/** @type {readonly [string, ...string[]]} */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
/** @type {readonly [string, ...string[]]} */
const SHIFTS = ['early shift', 'late shift', 'night shift'];
/** @type {readonly [string, ...string[]]} */
const PLACES = ['hall 1', 'hall 2', 'hall 4', 'the annex', 'the east wing', 'the yard', 'the old workshop'];

/** @type {readonly Sentence[]} */
export const SCOPE = [
  ({ name, site }) => `This section covers the subject "${name}" at the site ${site}.`,
  ({ owner }) =>
    `Responsible for the subject is ${owner}, who also accompanied the audit and answered questions.`,
  ({ records }, c) =>
    `The audit looked at ${records} of the past ${count(c, 9, 24)} months and at how they come about.`,
  (_, c) =>
    `It was carried out on a ${c.pick(WEEKDAYS)} in ${c.pick(MONTHS)} and took ${count(c, 2, 7)} hours, including a tour of ${c.pick(PLACES)}.`,
  (_, c) =>
    `Not covered were work by external firms and the areas that were being rebuilt in ${c.pick(MONTHS)}.`,
  ({ site }) =>
    `The procedure in force at ${site} was compared with the company standard of the same subject.`,
];

/** @type {readonly Sentence[]} */
export const METHOD = [
  ({ records }, c) =>
    `From the register ${count(c, 18, 90)} entries were drawn at random, and the ${records} belonging to them were requested.`,
  (_, c) =>
    `All but ${count(c, 2, 6)} of them were presented within half an hour; the rest followed on the same day.`,
  ({ owner }) => `Interviews were held with ${owner} and with people who carry out the work every day.`,
  (_, c) =>
    `Altogether ${count(c, 4, 16)} interviews took place, most of them at the workplace and some in the meeting room.`,
  (_, c) =>
    `The ${c.pick(SHIFTS)} was visited without announcement in order to see the work as it usually is.`,
  ({ records }) =>
    `The auditors compared the ${records} with the entries in the system and noted every difference.`,
  (_, c) =>
    `A checklist of ${count(c, 20, 60)} questions served as a guide; it is kept with the working papers of the audit.`,
  () => 'Photographs were taken only with consent, and none of them shows a person.',
  (_, c) =>
    `Where figures were available they were followed back over ${count(c, 3, 8)} quarters to see a trend.`,
];

/** @type {readonly Sentence[]} */
export const OBSERVATIONS = [
  ({ records }) => `The ${records} were legible, signed and filed in the place that the procedure names.`,
  ({ owner }) => `It was evident that ${owner} knows the procedure well and has helped to improve it.`,
  (_, c) =>
    `In ${count(c, 2, 5)} cases the date was written in another order than agreed; the meaning was clear nevertheless.`,
  (_, c) =>
    `The notice board in ${c.pick(PLACES)} still showed the edition of last year beside the current one.`,
  (_, c) => `People of the ${c.pick(SHIFTS)} described the steps without hesitation and in the right order.`,
  ({ site }) =>
    `Compared with other sites, ${site} handles the subject with more paper and with fewer errors in transfer.`,
  (_, c) =>
    `The time between an event and its entry was ${count(c, 2, 5)} days on average, which lies within the agreed limit.`,
  ({ records }, c) =>
    `A sample of ${count(c, 8, 30)} ${records} was traced from beginning to end, and the chain was complete.`,
  () => 'Deputies are named, and they have received the same instruction as those they stand in for.',
  (_, c) =>
    `A cabinet in ${c.pick(PLACES)} was unlocked during the visit; the key was found and the cabinet locked at once.`,
  (_, c) =>
    `Since ${c.pick(MONTHS)} a colour code has been in use, which several people praised as a relief.`,
  ({ owner }) => `Suggestions from the shifts reach ${owner} by a box and by a short meeting every week.`,
  (_, c) =>
    `The instruction hangs at ${count(c, 3, 9)} workplaces and is understood without further explanation.`,
  ({ records }) =>
    `Older ${records} are being scanned; until that is done, paper and system are kept side by side.`,
  () =>
    'A question on the background of a rule could not be answered on the spot, but was answered in writing the next day.',
  (_, c) =>
    `Spare parts and tools needed for the task were at hand, with the exception of ${count(c, 2, 4)} items on order.`,
];

/** @type {readonly Sentence[]} */
export const EVIDENCE = [
  (_, c) => `Working paper ${reference(c)} lists the sample and the result of each comparison.`,
  (_, c) => `Working paper ${reference(c)} holds the notes of the interviews, without names.`,
  ({ records }, c) =>
    `Copies of ${count(c, 3, 12)} ${records} were taken and are filed under ${reference(c)}.`,
  (_, c) =>
    `The figures of the last ${count(c, 3, 6)} quarters were taken from the monthly report and checked against ${reference(c)}.`,
  (_, c) => `The tour is described in ${reference(c)}, with a plan of ${c.pick(PLACES)}.`,
];

/** @type {readonly Sentence[]} */
export const RECOMMENDATIONS = [
  ({ owner }, c) =>
    `The auditors recommend that ${owner} review the layout of the form by the end of ${c.pick(MONTHS)}.`,
  () => 'Outdated editions should be removed from notice boards on the day on which a new one appears.',
  ({ records }) =>
    `It would be helpful to find the ${records} by a search in the system as well as by their number.`,
  (_, c) =>
    `A short refresher of ${count(c, 15, 45)} minutes a year would keep knowledge fresh in all shifts.`,
  ({ site }) => `Other sites could learn from the way in which ${site} hands over between shifts.`,
  () => 'The date format of the company standard should be preset in all forms.',
  (_, c) => `The next visit to this subject is proposed for ${c.pick(MONTHS)} of the coming year.`,
  ({ owner }) => `Where a figure is reported, ${owner} should say in one sentence where it comes from.`,
];

/** @type {readonly Sentence[]} */
export const CONCLUSIONS = [
  ({ name }) => `The requirements of the standard on the subject "${name}" are met.`,
  ({ name, site }) => `At ${site} the subject "${name}" is in good hands.`,
  ({ owner }) => `The auditors thank ${owner} for open answers and for the time taken.`,
  () => 'The points noted above are remarks for improvement and need no formal answer.',
];

/**
 * @param {Choices} choose
 * @param {number} low
 * @param {number} high
 */
function count(choose, low, high) {
  return String(choose.integer(low, high));
}

/** @param {Choices} choose */
function reference(choose) {
  return `WP-${String(choose.integer(100, 999))}/${choose.pick(['A', 'B', 'C', 'D'])}`;
}
