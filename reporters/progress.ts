/** How far a run is, in words: the lines of a terminal, the line of a finished scenario, the time left. Pure. */
import { fit, oneLine, width } from './plain-text.ts';

const DOING = {
  setting_up: 'setting up',
  wording: "wording the user's message",
  queued: 'waiting until the agent is free',
  agent: 'waiting for the agent',
  judging: 'waiting for the judge',
  cleaning_up: 'cleaning up',
} as const;

/** A scenario on its way, as its worker tells it. */
export interface RunningScenario {
  readonly id: string;
  readonly turns: number;
  /** From 1; 0 before the first message. */
  readonly turn: number;
  readonly step: keyof typeof DOING;
  /** When the step began, in milliseconds since the epoch. */
  readonly since: number;
  /** Turns that were held and are not judged yet. */
  readonly behind: number;
  readonly spentUsd: number;
  /** What is down and waited for, and until when, in milliseconds since the epoch; null for nothing. */
  readonly waiting: { readonly for: 'agent' | 'judge'; readonly why: string; readonly until: number } | null;
}

export interface FinishedScenario {
  readonly id: string;
  readonly status: string;
  readonly seconds: number;
  readonly usd: number;
  /** Turns that were held: 0 when the agent was never spoken to. */
  readonly turns: number;
}

export interface RunProgress {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the first scenario began; null before. */
  readonly startedAt: number | null;
  /** Scenarios of the run. */
  readonly total: number;
  readonly finished: readonly FinishedScenario[];
  readonly running: readonly RunningScenario[];
  /** Turns of the scenarios that have neither finished nor begun. */
  readonly turnsToCome: number;
}

/** With fewer conversations behind it an estimate is a guess. */
const MIN_BASIS = 3;
const MAX_RUNNING = 8;

/**
 * Milliseconds, from the time that the turns held so far took; null before there is a basis. Scenarios that ended
 * without a conversation say nothing about those that will have one.
 */
export function timeLeft(progress: RunProgress): number | null {
  const { now, startedAt, finished, running, turnsToCome } = progress;
  const held = finished.filter(({ turns }) => turns > 0);
  if (startedAt === null || held.length < MIN_BASIS) return null;
  const begun = running.reduce((sum, { turn }) => sum + Math.max(0, turn - 1), 0);
  const done = held.reduce((sum, { turns }) => sum + turns, 0) + begun;
  const left = turnsToCome + running.reduce((sum, { turns }) => sum + turns, 0) - begun;
  return ((now - startedAt) * left) / done;
}

/** `about 40 s`, `about 14 min`, `about 2.5 h`: no finer than it can be known. */
export function aboutTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `about ${Math.max(10, Math.round(seconds / 10) * 10)} s`;
  const minutes = seconds / 60;
  return minutes < 90 ? `about ${Math.round(minutes)} min` : `about ${Number((minutes / 60).toFixed(1))} h`;
}

/** The block on a terminal: totals first, then who is where. No line is wider than `columns`. */
export function progressLines(progress: RunProgress, columns: number): string[] {
  const { finished, running, total } = progress;
  const shown = running.slice(0, MAX_RUNNING);
  const name = Math.min(32, Math.max(0, ...shown.map(({ id }) => width(oneLine(id)))));
  const lines = [
    [
      'agent-eval ',
      [`${finished.length} of ${total} finished${counts(finished)}`, ...rest(progress)].join(', '),
    ].join(' '),
    ...shown.map((each) => `  ${fit(oneLine(each.id), name)}  ${whereItIs(each, progress.now)}`),
    ...(running.length > shown.length ? [`  … and ${running.length - shown.length} more`] : []),
  ];
  return lines.map((line) => fit(line, columns).trimEnd());
}

/** One line for logs, when a scenario has finished; it is the last of `progress.finished`. */
export function finishedLine(progress: RunProgress): string {
  const last = progress.finished.at(-1);
  if (last === undefined) return '';
  const { id, status, seconds, usd } = last;
  const cost = usd > 0 ? `, ${dollars(usd)}` : '';
  return [
    `agent-eval  [${progress.finished.length}/${progress.total}] ${status} ${oneLine(id)} (${seconds.toFixed(1)} s${cost})`,
    ...rest(progress),
  ].join(', ');
}

/** Spend and time left, as far as there is something to say. */
function rest(progress: RunProgress): string[] {
  const { finished, running } = progress;
  const usd = [...finished.map((each) => each.usd), ...running.map(({ spentUsd }) => spentUsd)];
  const spent = usd.reduce((sum, each) => sum + each, 0);
  const left = finished.length < progress.total ? timeLeft(progress) : null;
  return [
    ...(spent > 0 ? [`${dollars(spent)} spent`] : []),
    ...(left === null ? [] : [`${aboutTime(left)} left`]),
  ];
}

function counts(finished: readonly FinishedScenario[]): string {
  if (finished.length === 0) return '';
  const by = new Map<string, number>();
  for (const { status } of finished) by.set(status, (by.get(status) ?? 0) + 1);
  return ` (${[...by].map(([status, count]) => `${count} ${status}`).join(', ')})`;
}

/** One line for the log, when something that is down begins to be waited for. */
export function waitLine(waiting: NonNullable<RunningScenario['waiting']>, now: number): string {
  return `agent-eval  ${waitWords(waiting, now)} (${PATIENCE[waiting.for]}): ${oneLine(waiting.why)}`;
}

const PATIENCE = { agent: 'AGENT_EVAL_PATIENCE', judge: 'AGENT_EVAL_JUDGE_TIMEOUT' } as const;

function waitWords({ for: who, until }: NonNullable<RunningScenario['waiting']>, now: number): string {
  return `waiting for the ${who}, at most ${Math.max(0, Math.ceil((until - now) / 1000))} s more`;
}

function whereItIs({ turn, turns, step, since, behind, waiting }: RunningScenario, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  const talking = step === 'wording' || step === 'queued' || step === 'agent';
  const doing =
    waiting === null ? `${DOING[step]} ${seconds} s` : `${waitWords(waiting, now)}: ${oneLine(waiting.why)}`;
  return [
    `${talking && turn > 0 ? `turn ${turn}/${turns}, ` : ''}${doing}`,
    ...(behind > 0 ? [`${behind} judgement${behind === 1 ? '' : 's'} behind`] : []),
  ].join(', ');
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}
