/** The files of the user's own checks that a scenario calls (I/O: are they there?). */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../inside.ts';
import type { ScenarioOnDisk } from '../scenario/discover.ts';
import type { Problem } from '../yaml/problem.ts';
import { problemAt } from '../yaml/validate.ts';
import type { PlannedCheck } from './scenario-plan.ts';

export interface OwnCheckFiles {
  readonly files: readonly PlannedCheck[];
  readonly problems: readonly Problem[];
}

/** Relative to the scenario's own file, and inside the project: a scenario from elsewhere runs no code of elsewhere. */
export async function planOwnChecks(onDisk: ScenarioOnDisk, root: string): Promise<OwnCheckFiles> {
  const files = new Map<string, PlannedCheck>();
  const problems: Problem[] = [];
  for (const [index, { checks }] of (onDisk.scenario?.turns ?? []).entries()) {
    const calls = [checks?.call ?? []].flat();
    for (const [nth, call] of calls.entries()) {
      const file = path.resolve(path.dirname(onDisk.path), call);
      const at = ['turns', index, 'checks', 'call', ...(Array.isArray(checks?.call) ? [nth] : [])];
      // oxlint-disable-next-line no-await-in-loop -- rarely more than one
      const problem = await problemOf(file, call, root);
      if (problem === null) files.set(call, { call, path: file });
      else problems.push(problemAt(onDisk, at, problem));
    }
  }
  return { files: [...files.values()], problems };
}

async function problemOf(file: string, call: string, root: string): Promise<string | null> {
  if (!/\.[cm]?[jt]s$/i.test(file)) return `the check ${call} is no JavaScript or TypeScript file`;
  if (!isInside(root, file)) return `the check ${call} lies outside the project`;
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere
    ? null
    : `the check ${call} is not on disk: it is looked for at ${path.relative(root, file)}`;
}
