/** An agent that is a file of the project, as the target of a run. */
import path from 'node:path';
import type { Capability } from './capabilities.ts';
import { createModuleAgent } from '../agents/module/agent-ui.ts';
import type { ModuleSource } from '../agents/module/worker-thread.ts';
import { messageOf } from '../message-of.ts';
import type { Settings } from '../settings.ts';
import { patientAgent } from './patient-agent.ts';
import type { OpenedTarget } from './shared/shared-agent.ts';

export interface ModuleFiles extends ModuleSource {
  /** Changes with the content of what the file is made of; null when that is not known. */
  versionOf(entry: string): Promise<string | null>;
}

/** What no function can be asked for. */
const LACKS: readonly Capability[] = ['memory', 'replaced_documents', 'tool_faults'];

/** What is wrong becomes one message; nothing is thrown. */
export async function openModuleTarget(
  { target, patience }: Pick<Settings, 'target' | 'patience'>,
  root: string,
  serve: () => Promise<ModuleFiles>,
): Promise<OpenedTarget> {
  let close = async (): Promise<void> => {};
  try {
    const source = await serve();
    const file = path.resolve(root, target);
    const agent = createModuleAgent({ source, file, root, version: () => source.versionOf(file) });
    close = () => agent.close();
    const status = await agent.status();
    const { name, takesDocuments } = await agent.describe();
    return {
      ok: true,
      agent: patientAgent(agent, { patienceMs: patience * 1000 }),
      status,
      offers: name,
      lacks: takesDocuments ? LACKS : [...LACKS, 'documents'],
      scratch: null,
      close,
    };
  } catch (error) {
    await close();
    return { ok: false, message: messageOf(error), close: async () => {} };
  }
}
