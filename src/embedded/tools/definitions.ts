/**
 * The tools as clients see them in tools/list: names and argument schemas of the 0.21 generation, and `fail_tools`,
 * which no Agent UI has.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

interface Argument {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'nullable string';
  /** Left out: the argument is required. */
  readonly default?: string | number | boolean | null;
}
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
}

const required = (name: string, type: Argument['type'] = 'string'): Argument => ({ name, type });
const optional = (
  name: string,
  value: string | number | boolean | null,
  type: Argument['type'] = 'string',
): Argument => ({ name, type, default: value });

export const TOOLS: readonly ToolDefinition[] = [
  { name: 'system_status', description: 'Whether the agent and its model are ready.', arguments: [] },
  { name: 'list_sessions', description: 'All chat sessions, newest first.', arguments: [] },
  {
    name: 'create_session',
    description: 'Start a chat session.',
    arguments: [optional('title', 'New Chat'), optional('agent_type', null, 'nullable string')],
  },
  { name: 'get_session', description: 'One chat session.', arguments: [required('session_id')] },
  {
    name: 'delete_session',
    description: 'Delete a chat session and its messages.',
    arguments: [required('session_id')],
  },
  {
    name: 'get_messages',
    description: "A session's messages, oldest first.",
    arguments: [required('session_id')],
  },
  {
    name: 'send_message',
    description: 'Send a message and wait for the answer.',
    arguments: [required('session_id'), required('message')],
  },
  { name: 'list_documents', description: 'All indexed documents.', arguments: [] },
  {
    name: 'index_document',
    description: 'Index a file, and attach it to a session when one is named.',
    arguments: [required('filepath'), optional('session_id', '')],
  },
  {
    name: 'index_folder',
    description: 'Index every readable file of a folder.',
    arguments: [required('folder_path'), optional('recursive', true, 'boolean')],
  },
  { name: 'browse_files', description: 'List a folder.', arguments: [optional('path', '')] },
  {
    name: 'search_files',
    description: 'Find files by name.',
    arguments: [required('query'), optional('file_types', ''), optional('max_results', 20, 'integer')],
  },
  { name: 'preview_file', description: 'The first lines of a file.', arguments: [required('filepath')] },
  { name: 'memory_stats', description: 'How much the agent remembers.', arguments: [] },
  {
    name: 'memory_list',
    description: 'What the agent remembers.',
    arguments: [
      optional('category', ''),
      optional('entity', ''),
      optional('search', ''),
      optional('limit', 20, 'integer'),
    ],
  },
  {
    name: 'memory_recall',
    description: 'Search what the agent remembers.',
    arguments: [required('query'), optional('limit', 10, 'integer')],
  },
  { name: 'memory_clear', description: 'Forget everything.', arguments: [optional('scope', 'all')] },
  {
    name: 'fail_tools',
    description: "Make tools of the agent fail in the session's next turn, for an evaluation.",
    arguments: [required('session_id'), required('tools', 'array'), required('error')],
  },
  { name: 'memory_seed', description: 'Put items into memory.', arguments: [required('items', 'array')] },
];

const titled = (name: string): string =>
  name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');

function argumentSchema(argument: Argument): Record<string, unknown> {
  const kind =
    argument.type === 'nullable string'
      ? { anyOf: [{ type: 'string' }, { type: 'null' }] }
      : argument.type === 'array'
        ? { items: {}, type: 'array' }
        : { type: argument.type };
  return {
    ...('default' in argument ? { default: argument.default } : {}),
    title: titled(argument.name),
    ...kind,
  };
}

export function listedTools(): Tool[] {
  return TOOLS.map((tool) => {
    const needed = tool.arguments
      .filter((argument) => !('default' in argument))
      .map((argument) => argument.name);
    return {
      name: tool.name,
      description: tool.description,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          tool.arguments.map((argument) => [argument.name, argumentSchema(argument)]),
        ),
        ...(needed.length > 0 ? { required: needed } : {}),
        title: `${tool.name}Arguments`,
      },
      outputSchema: {
        type: 'object',
        properties: { result: { additionalProperties: true, title: 'Result', type: 'object' } },
        required: ['result'],
        title: `${tool.name}Output`,
      },
    };
  });
}

/** Complaints about the arguments of a call, in the words of the Agent UI; null when there are none. */
export function argumentError(tool: ToolDefinition, given: Readonly<Record<string, unknown>>): string | null {
  const complaints: string[] = [];
  for (const argument of tool.arguments) {
    const value = given[argument.name];
    if (value === undefined) {
      if (!('default' in argument))
        complaints.push(`${argument.name}\n  Field required [type=missing, input_type=dict]`);
    } else if (!fits(argument, value)) {
      complaints.push(
        `${argument.name}\n  Input should be a valid ${argument.type} [type=${argument.type}_type, input_type=${typeof value}]`,
      );
    }
  }
  if (complaints.length === 0) return null;
  const count = `${complaints.length} validation error${complaints.length === 1 ? '' : 's'}`;
  return `Error executing tool ${tool.name}: ${count} for ${tool.name}Arguments\n${complaints.join('\n')}`;
}

function fits({ type }: Argument, value: unknown): boolean {
  if (type === 'nullable string') return value === null || typeof value === 'string';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type;
}
