/** From our messages and tools to those of the chat completions API. Pure. */
import type OpenAI from 'openai';
import type { ChatMessage, ChatTool } from '../chat.ts';

export function toApiMessage(message: ChatMessage): OpenAI.ChatCompletionMessageParam {
  const { role, content } = message;
  if (role === 'tool') return { role, content, tool_call_id: message.toolCallId ?? '' };
  const calls = message.toolCalls ?? [];
  if (role !== 'assistant' || calls.length === 0) return { role, content };
  return {
    role,
    content: content === '' ? null : content,
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function' as const,
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

export function toApiTool({ name, description, parameters }: ChatTool): OpenAI.ChatCompletionTool {
  return {
    type: 'function',
    function: { name, ...(description === undefined ? {} : { description }), parameters: { ...parameters } },
  };
}
