/** What a file that exports an agent of its own imports: `import { defineAgent } from 'vitest-agent-eval/agent'`. */
export {
  defineAgent,
  type AgentAnswer,
  type AgentDefinition,
  type AgentDocument,
  type AgentToolCall,
  type AgentTurn,
} from './agents/module/define-agent.ts';
export { openaiAgent, type AgentTool, type OpenAiAgentOptions } from './agents/openai/openai-agent.ts';
