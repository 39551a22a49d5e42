/** The captured session as the text of a scenario file, with the places an author has to fill in. */
import { Document, isMap, isNode, isSeq } from 'yaml';
import { oneLine, plain } from './clean.ts';
import type { CapturedDocument } from './documents.ts';

export interface ScenarioDraft {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly agent_type: string | null;
  readonly captured_from: Readonly<Record<string, string>>;
  readonly documents: readonly CapturedDocument[];
  readonly turns: readonly {
    readonly user_message: string;
    readonly tools: readonly string[];
    readonly answer: string;
    readonly todo: string;
  }[];
}

const ANSWER_LENGTH = 300;
const HEAD = [
  ' Captured from a session. What a right answer is stands nowhere in it: fill in each turn where it says `todo`,',
  ' and delete that line. Until then the test of this scenario is `todo`.',
].join('\n');

/** All texts must have been masked. */
export function scenarioYaml(draft: ScenarioDraft): string {
  const document = new Document({
    id: draft.id,
    name: plain(draft.name),
    category: 'captured',
    severity: 'standard',
    description: plain(draft.description),
    persona: 'casual_user',
    ...(draft.agent_type === null ? {} : { agent_type: draft.agent_type }),
    captured_from: draft.captured_from,
    setup: {
      index_documents: draft.documents.map(({ corpus_doc, path }) =>
        corpus_doc === null ? { path } : { corpus_doc, path },
      ),
    },
    turns: draft.turns.map(({ user_message, tools, todo }, index) => ({
      turn: index + 1,
      user_message: plain(user_message).trim(),
      todo,
      ...(tools.length === 0 ? {} : { expected_tools: [...tools] }),
    })),
  });
  document.commentBefore = HEAD;
  const setup = document.get('setup', true);
  commentEach(isMap(setup) ? setup.get('index_documents', true) : undefined, (index) => {
    const each = draft.documents[index];
    return each?.missing === true
      ? ` ${oneLine(each.how, 200)}: put the file here, or list it in the manifest`
      : null;
  });
  const turns = document.get('turns', true);
  for (const [index, turn] of draft.turns.entries()) {
    const node = isSeq(turns) ? turns.items[index] : undefined;
    if (!isMap(node)) continue;
    const pair = node.items.find(({ key }) => String(key) === 'todo');
    const key = pair?.key;
    if (isNode(key)) key.commentBefore = guidance(turn.answer, draft.documents);
    if (index > 0) node.spaceBefore = true;
  }
  return document.toString({ lineWidth: 110, indentSeq: true });
}

/** Comments: nothing in them reaches a judge. */
function guidance(answer: string, documents: readonly CapturedDocument[]): string {
  const said = oneLine(answer, ANSWER_LENGTH);
  const facts = documents.flatMap(({ corpus_doc, facts: ids }) =>
    corpus_doc === null || ids.length === 0 ? [] : [`   ${corpus_doc}: ${ids.join(', ')}`],
  );
  return [
    ` The agent answered then, right or wrong: ${said === '' ? '(nothing)' : said}`,
    ' ground_truth: { doc_id: …, fact_id: … } or { expected_answer: … } or { expected_behavior: … }',
    ...(facts.length === 0 ? [] : [' Facts of the documents:', ...facts]),
  ].join('\n');
}

function commentEach(list: unknown, word: (index: number) => string | null): void {
  if (!isSeq(list)) return;
  for (const [index, item] of list.items.entries()) {
    const comment = word(index);
    if (comment !== null && isNode(item)) item.commentBefore = comment;
  }
}
