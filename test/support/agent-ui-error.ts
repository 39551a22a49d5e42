import { expect } from 'vitest';
import type { AgentUiErrorKind } from '../../src/agents/contract.ts';

/** For `rejects.toEqual` and `toThrow`. (`toMatchObject({ message: /x/ })` would accept any message.) */
export const agentUiError = (kind: AgentUiErrorKind, message = /\S/): unknown =>
  expect.objectContaining({ name: 'AgentUiError', kind, message: expect.stringMatching(message) });
