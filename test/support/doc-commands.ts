/** The commands that a page of the documentation shows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './project.ts';

/** Words after `agent-eval` of every line in its shell blocks; comments are left out. */
export function commandsOf(page: string): readonly (readonly string[])[] {
  const text = readFileSync(path.join(repository, 'docs', page), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');
  return blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('agent-eval '))
    .map((line) =>
      line
        .replace(/\s+#.*$/, '')
        .trim()
        .split(/\s+/)
        .slice(1),
    );
}
