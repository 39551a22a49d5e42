/** A folder with scenarios, a corpus and an agent's database, for one test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { captureSession, type Capture, type CaptureOptions } from '../../src/capture/capture.ts';
import { agentDatabase, type AgentDatabase, type DatabaseVersion } from '../support/agent-database.ts';

export const REPORT = '# Acme Q3\n\nRevenue was $14.2 million.\n';

export interface Workspace {
  readonly folder: string;
  readonly database: AgentDatabase;
  readonly corpus: string;
  readonly scenarios: string;
  capture(session: string, more?: Partial<CaptureOptions>): Promise<Capture>;
}

export function workspace(version: DatabaseVersion = '0.21'): Workspace {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-eval-capture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const corpus = path.join(folder, 'corpus');
  mkdirSync(path.join(corpus, 'documents'), { recursive: true });
  writeFileSync(path.join(corpus, 'documents/acme.md'), REPORT);
  writeFileSync(path.join(corpus, 'manifest.json'), MANIFEST);
  const scenarios = path.join(folder, 'scenarios');
  mkdirSync(scenarios);
  const database = agentDatabase(path.join(folder, 'agent'), version);
  onTestFinished(() => database.close());
  return {
    folder,
    database,
    corpus,
    scenarios,
    capture: (sessionId, more = {}) =>
      captureSession({
        from: { database: database.file },
        sessionId,
        scenariosDir: scenarios,
        corpusDir: corpus,
        ...more,
      }),
  };
}

/** Written by hand, in a style of its own that must survive. */
const MANIFEST = `{
  "documents": [
    { "id": "acme", "path": "documents/acme.md",
      "facts": [ { "id": "q3_revenue", "answer": "$14.2 million" } ] }
  ]
}
`;

/** A conversation of two turns about the report, which was indexed before. */
export function twoTurns({ database, folder }: Workspace): string {
  const session = database.session();
  database.document(session, path.join(folder, 'home/staged/acme.md'), REPORT);
  database.user(session, 'What was the revenue?');
  database.answer(session, {
    content: 'It was $14.2 million.',
    steps: [{ tool: 'index_documents' }, { tool: 'query_documents' }, { tool: 'query_documents' }],
  });
  database.user(session, 'And who is the CFO?');
  database.answer(session, {
    content: 'The report does not say.',
    steps: [{ tool: 'read_file', success: false }, { tool: 'query_specific_file' }],
  });
  return session;
}
