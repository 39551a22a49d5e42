/** What a user set and we can't honour. Vitest prints start-up errors by inspecting them: one sentence, no stack. */
import { inspect } from 'node:util';
import { maskSecrets } from '../redact.ts';
import { PROJECT_NAME } from './project.ts';

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(words: string) {
    const message = maskSecrets(words, process.env);
    super(message);
    this.stack = `${this.name}: ${message}`;
  }

  [inspect.custom](): string {
    return this.message;
  }
}

/** Two plugins would make two projects of one name. */
export function twiceError(): ConfigurationError {
  return new ConfigurationError(
    'agentEval() stands more than once in the plugins of this configuration. Keep one: its option `scenarios` takes ' +
      'a list of folders.',
  );
}

/** Vitest takes projects from the root configuration alone: of one that a project adds it hears nothing. */
export function misplacedError(project: string, folders: readonly string[]): ConfigurationError {
  const scenarios = folders.map((folder) => `'${folder}'`).join(', ');
  return new ConfigurationError(
    `agentEval() stands in the project ${project === '' ? '(without a name)' : project}, where Vitest runs no scenarios. ` +
      `Move it to the plugins of the root configuration: agentEval({ scenarios: [${scenarios}] }), with corpus and ` +
      'results as they are seen from there. Or run Vitest in the folder of the project.',
  );
}

/** Workers of another pool can't reach what the run shares. */
export function poolError(pool: string): ConfigurationError {
  return new ConfigurationError(
    `the project ${PROJECT_NAME} runs in worker threads, because all scenarios share one connection to the agent; ` +
      `--pool=${pool} can't do that. Leave --pool out, or set it for your own project in its configuration.`,
  );
}
