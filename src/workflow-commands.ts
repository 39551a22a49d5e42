/**
 * Commands to a CI runner in text of others. A runner reads what a job prints, and obeys: GitHub lines that begin with
 * `::name` (docs.github.com, "Workflow commands"), also `##[name]` anywhere in a line (actions/runner, ActionCommand),
 * Azure Pipelines `##vso[name]`, TeamCity `##teamcity[name]`. An answer of an agent could set variables or hide text.
 */

const AT_LINE_START = /^([^\S\n]*):(?=:)/gmu;
const ANYWHERE = /#(?=#[a-z]*\[)/giu;

/** The same to a reader, and no command to a runner. */
export function defuseCommands(text: string): string {
  return text.replaceAll(AT_LINE_START, '$1: ').replaceAll(ANYWHERE, '# ');
}

/** Of a JSON text, whose values stay what they are: `#` is written as an escape, and no line begins with a colon. */
export function defuseJson(json: string): string {
  return json.replaceAll(ANYWHERE, String.raw`\u0023`);
}
