/** The architecture audit: what the agent's source says about how much of a conversation its model can see. */
import { found, notFound } from './fact.ts';
import { historySinks, historyWindow, HISTORY, messageTruncation } from './history.ts';
import { assignmentsIn } from './names.ts';
import { agentPersistence } from './persistence.ts';
import { placeOf, stringOf, type PythonFile } from './python.ts';
import { conclusionsFrom } from './recommend.ts';
import type { Audit, Fact } from './schema.ts';
import { CHAT_HELPERS, openSourceTree, type SourceTree } from './source-tree.ts';
import { toolResultsInHistory } from './tool-results.ts';

export { constraintsFrom } from './constraints.ts';
export { findInstalledTarget } from './installed.ts';
export { auditMarkdown } from './markdown.ts';
export { auditSchema, type Audit } from './schema.ts';

/**
 * Reads Python files and nothing else: no code is run, no agent, no LLM.
 * @param folder the agent's source tree: a checkout, a `site-packages`, or the package's folder.
 * @throws AuditError when the folder is missing or cannot be read. Whatever the source does not say plainly is a fact
 * that was not found, never an error.
 */
export async function auditTarget(folder: string): Promise<Audit> {
  const tree = await openSourceTree(folder);
  const files = await filesToRead(tree);
  const sinks = files.flatMap(historySinks);
  const facts = {
    history_window: await historyWindow(tree, sinks, files),
    message_truncation: await messageTruncation(tree, sinks, files),
    tool_results_in_history: await toolResultsInHistory(tree, sinks, files),
    agent_persistence: await agentPersistence(tree, files, sinks),
  };
  return {
    format: 'vitest-agent-eval/audit/1',
    folder: tree.folder,
    version: await versionOf(tree),
    facts,
    ...conclusionsFrom(facts),
    unreadable: files.flatMap(({ path, unreadable }) =>
      unreadable.length === 0 ? [] : [{ file: path, lines: [...unreadable] }],
    ),
  };
}

/** The Agent UI's own file; in another tree, every file that handles a history. */
async function filesToRead(tree: SourceTree): Promise<readonly PythonFile[]> {
  const helpers = await tree.read(CHAT_HELPERS);
  return helpers === null ? await tree.filesWith(HISTORY) : [helpers];
}

async function versionOf(tree: SourceTree): Promise<Fact<string>> {
  const files: PythonFile[] = [];
  for (const name of ['gaia.version', 'gaia']) {
    const file = await tree.module(name);
    if (file === null) continue;
    files.push(file);
    for (const { node } of assignmentsIn(file, file.root, '__version__')) {
      const version = stringOf(file, node);
      if (version !== null) return found(version, placeOf(file, node.parent ?? node));
    }
  }
  return notFound('no `__version__` with a text', files);
}
