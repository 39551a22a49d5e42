/** What a scenario may need of a target, and what it means when the target has it not. Pure, one table. */
import type { ScenarioPlan } from '../plan/scenario-plan.ts';

export type Capability = 'documents' | 'replaced_documents' | 'memory' | 'tool_faults';

export interface Need {
  readonly capability: Capability;
  readonly status: 'SKIPPED_NO_DOCUMENT' | 'SETUP_ERROR';
  readonly message: string;
}

interface Row extends Need {
  readonly isNeeded: (plan: ScenarioPlan) => boolean;
}

const TABLE: readonly Row[] = [
  {
    capability: 'documents',
    status: 'SKIPPED_NO_DOCUMENT',
    message: 'the target takes no documents',
    isNeeded: ({ documents, findable }) => documents.length + findable.length > 0,
  },
  {
    capability: 'replaced_documents',
    status: 'SETUP_ERROR',
    message: 'the target takes no other document in the middle of a conversation (before.replace_document)',
    isNeeded: ({ replacements }) => replacements.length > 0,
  },
  {
    capability: 'memory',
    status: 'SETUP_ERROR',
    message: 'the target has no memory that can be set (setup.memory_clear, setup.memory_seed)',
    isNeeded: ({ scenario: { setup } }) =>
      setup.memory_clear === true || (setup.memory_seed ?? []).length > 0,
  },
  {
    capability: 'tool_faults',
    status: 'SETUP_ERROR',
    message: 'the target has no tools that can be told to fail (before.tool_fault)',
    isNeeded: ({ scenario }) => scenario.turns.some(({ before }) => before?.tool_fault !== undefined),
  },
];

/** The first thing that the scenario needs and the target lacks; null when there is none. */
export function unmetNeed(plan: ScenarioPlan, lacks: readonly Capability[]): Need | null {
  return TABLE.find(({ capability, isNeeded }) => lacks.includes(capability) && isNeeded(plan)) ?? null;
}
