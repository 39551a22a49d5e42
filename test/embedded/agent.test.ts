import { afterEach, describe, expect, test } from 'vitest';
import { startRig, type Conversation, type Reply, type Rig } from './support.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function conversation(files: Record<string, string>, ...indexed: string[]): Promise<Conversation> {
  rig = await startRig(files);
  return rig.session(...(indexed.length > 0 ? indexed : Object.keys(files)));
}
const toolsOf = (reply: Reply): string[] =>
  reply.agent_steps.map((step) => step.tool).filter((tool) => tool !== 'index_documents');

const ferry = (fare: string, seats: number): string => `# Nordwind Ferries: annual report 2031

## Fleet

The company runs four ferries. The largest, the *Tern*, has ${seats} seats.

## Passengers and fares

A single crossing costs **${fare}**. Passenger revenue in 2031 came to $8.4 million, up 12% from $7.5 million in 2030.

## Staff rules

Dogs travel free of charge. Bicycles are not allowed on the upper deck.
Crew members may swap shifts with approval of the captain.
`;
const CANTEEN =
  '# Canteen guide\n\n## Hours\n\nThe canteen opens at 11:15. Guests may eat there twice a week with approval of their host.\n\n' +
  '## Menu\n\nSoup costs $3.20.\n';
const FILES = { 'ferries.md': ferry('$14.50', 410), 'canteen_guide.md': CANTEEN };

describe('questions', () => {
  test.each([
    ['$14.50', 410],
    ['$19.00', 288],
  ])('are answered with the sentence and its source: fare %s, %i seats', async (fare, seats) => {
    const talk = await conversation({ 'ferries.md': ferry(fare, seats) });
    const reply = await talk.say('How much does a single crossing cost?');
    expect(reply.content).toBe(`A single crossing costs ${fare}. (Source: ferries.md)`);
    expect(toolsOf(reply)).toEqual(['query_specific_file']);
    expect((await talk.say('How many seats does the largest ferry have?')).content).toContain(
      `${seats} seats`,
    );
  });

  test('two in one message are answered both', async () => {
    const talk = await conversation(FILES);
    const { content } = await talk.say(
      'How much does a single crossing cost, and when does the canteen open?',
    );
    expect(content.split('\n')).toEqual([
      'A single crossing costs $14.50. (Source: ferries.md)',
      'The canteen opens at 11:15. (Source: canteen_guide.md)',
    ]);
  });

  test('an enumeration is answered clause by clause, and says what is missing', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410) });
    const { content } = await talk.say('I need a note on: the crossing costs, dogs, and the harbour dues.');
    expect(content.split('\n')).toEqual([
      'A single crossing costs $14.50. (Source: ferries.md)',
      'Dogs travel free of charge. (Source: ferries.md)',
      'The indexed documents do not say anything about "harbour dues" (searched: ferries.md).',
    ]);
  });

  test('what comes before the question is introduction', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410) });
    expect((await talk.say('I plan a holiday with my aunt. Do dogs travel free?')).content).toBe(
      'Dogs travel free of charge. (Source: ferries.md)',
    );
    expect((await talk.say('I need the price of a crossing, what it costs. What is it?')).content).toContain(
      '$14.50',
    );
  });

  test.each(['Who is the treasurer of Nordwind?', 'What is the top speed of the Tern?'])(
    'what the document does not say is not made up: %s',
    async (question) => {
      const talk = await conversation({ 'ferries.md': ferry('$14.50', 410) });
      const reply = await talk.say(question);
      expect(reply.content).toMatch(/^The indexed documents do not say anything about "/);
      expect(toolsOf(reply)).toEqual(['query_specific_file']);
    },
  );

  test('a claim or a doubt gets the sentence again', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410) });
    const sentence = 'Bicycles are not allowed on the upper deck.';
    expect((await talk.say('Bicycles are allowed on the upper deck, right?')).content).toContain(sentence);
    expect((await talk.say('Are you sure?')).content).toContain(sentence);
  });

  test('a column of a spreadsheet is added up', async () => {
    const talk = await conversation({ 'trips.csv': 'line,guests\nNorth,40\nSouth,55\nNorth,12\n' });
    const reply = await talk.say('What is the total of guests on the North line?');
    expect(reply.content).toBe(
      'The total of guests is 52 (2 rows with line: North of trips.csv). (Source: trips.csv)',
    );
    expect((await talk.say('How many guests had the South line?')).content).toContain(
      'line: South; guests: 55',
    );
  });
});

describe('conversation', () => {
  test('pronouns and short follow-ups lean on what was said', async () => {
    const talk = await conversation(FILES);
    expect((await talk.say('How much does a single crossing cost?')).content).toContain('$14.50');
    expect((await talk.say('When does the canteen open?')).content).toContain('11:15');
    expect((await talk.say('What does it say about guests?')).content).toContain('twice a week');
    expect((await talk.say('And soup?')).content).toContain('$3.20');
  });

  test('the last document comes first, and others when it says nothing', async () => {
    const both = 'The gate closes at';
    const talk = await conversation({
      'pier_notes.md': `# Pier\n\n${both} 21:00. The pier has 18 berths.\n`,
      'mill_notes.md': `# Mill\n\n${both} 17:30. The mill has two stones.\n`,
    });
    await talk.say('How many stones has the mill?');
    expect((await talk.say('When does its gate close?')).content).toContain('17:30');
    expect((await talk.say('And how many berths are there at the pier?')).content).toContain('18 berths');
    expect((await talk.say('When does its gate close?')).content).toContain('21:00');
  });

  test('it lists the documents, says where answers come from, and sums up', async () => {
    const talk = await conversation(FILES);
    const list = await talk.say('Which documents do you have?');
    expect(list.content).toBe('2 documents are indexed: ferries.md, canteen_guide.md.');
    expect(toolsOf(list)).toEqual(['list_indexed_documents']);
    await talk.say('How much does a single crossing cost?');
    await talk.say('When does the canteen open?');
    for (const message of ['Which document did each answer come from?', 'Sum up what you told me so far.'])
      expect((await talk.say(message)).content).toMatch(
        /\$14\.50.*ferries\.md[\s\S]*11:15.*canteen_guide\.md/,
      );
  });

  test('a vague request is asked back, and the reply to it understood', async () => {
    const talk = await conversation(FILES);
    const reply = await talk.say('Summarise the document, please.');
    expect(reply.content).toBe(
      'Which document do you mean? These are indexed: ferries.md, canteen_guide.md.',
    );
    const summary = await talk.say('The one about the canteen.');
    expect(summary.content).toMatch(
      /^Summary of canteen_guide\.md \(Canteen guide\):\nThe canteen opens at 11:15\./,
    );
    expect(toolsOf(summary)).toEqual(['summarize_document']);
  });

  test('a summary has a passage of each section and the size of each table', async () => {
    const talk = await conversation({
      'notes.md':
        '# Notes\n\n## One\n\nFirst here. More.\n\n## Two\n\nSecond there.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    });
    expect((await talk.say('Summarise the notes.')).content).toBe(
      'Summary of notes.md (Notes):\nFirst here.\nSecond there.\nTable Two: 1 rows of a, b.',
    );
  });

  test('sessions do not hear of each other', async () => {
    rig = await startRig(FILES);
    const one = await rig.session('ferries.md');
    const other = await rig.session('ferries.md');
    await one.say('How much does a single crossing cost?');
    expect((await other.say('Sum up what you told me so far.')).content).not.toContain('$14.50.');
  });
});

describe('finding files', () => {
  const files = {
    'canteen_guide.md': CANTEEN,
    'parking.txt': 'Visitors park on level 3.\n',
    'hollow.txt': '',
  };

  test('a file named by its words is looked for, indexed once, and remembered', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    const first = await talk.say('When does the canteen open? It should be in the canteen guide.');
    expect(first.content).toContain('11:15');
    expect(toolsOf(first)).toEqual(['search_files', 'index_document', 'query_specific_file']);
    const second = await talk.say('And what does soup cost?');
    expect(second.content).toContain('$3.20');
    expect(second.agent_steps.map((step) => step.tool)).toEqual(['query_specific_file']);
  });

  test('a file name in the message is opened beside others', async () => {
    rig = await startRig(files);
    const talk = await rig.session('canteen_guide.md');
    const reply = await talk.say('On which level do visitors park, going by parking.txt?');
    expect(reply.content).toBe('Visitors park on level 3. (Source: parking.txt)');
    expect(toolsOf(reply)).toEqual(['search_files', 'index_document', 'query_specific_file']);
  });

  test('a path that does not exist is tried and reported', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    const reply = await talk.say(`Please index ${rig.folder}/minutes_1999.pdf.`);
    expect(reply.content).toContain(`could not index ${rig.folder}/minutes_1999.pdf: File not found`);
    expect(reply.agent_steps).toContainEqual(
      expect.objectContaining({ tool: 'index_document', success: false }),
    );
    expect((await talk.say('What does minutes_2000.md say?')).content).toContain('could not find');
    expect((await talk.say('Read /srv/old/parking.txt.')).content).toMatch(
      /There is .*parking\.txt: shall I/,
    );
  });

  test('an order to open a file alone is answered with a summary of it', async () => {
    rig = await startRig(files);
    const reply = await (await rig.session()).say('Please open parking.txt.');
    expect(reply.content).toBe('Summary of parking.txt:\nVisitors park on level 3.');
  });

  test('an empty file is said to be empty', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    expect((await talk.say('Index hollow.txt and describe it.')).content).toBe(
      'hollow.txt could not be read: File is empty.',
    );
  });

  test('so is one that was indexed before', async () => {
    rig = await startRig(files);
    const talk = await rig.session('hollow.txt');
    expect((await talk.say('What does hollow.txt say?')).content).toContain('File is empty');
  });

  test('without any document or hint it asks for one', async () => {
    rig = await startRig(files);
    const reply = await (await rig.session()).say('How tall is the lighthouse?');
    expect(reply.content).toMatch(/^No document is indexed/);
    expect(toolsOf(reply)).toEqual(['search_files']);
  });
});

describe('without documents', () => {
  test.each([
    ['Hi!', 'Hello! What can I help you with?'],
    ['Thank you!', "You're welcome!"],
    ['What is 20% of 350?', '20% of 350 = 70.'],
    ['Which documents are loaded?', 'No documents are indexed yet. Name a file and I will look for it.'],
  ])('%s', async (message, expected) => {
    rig = await startRig({});
    expect((await (await rig.session()).say(message)).content).toBe(expected);
  });

  test('it says in two sentences what it can do', async () => {
    rig = await startRig({});
    const { content, agent_steps } = await (await rig.session()).say('What can you do?');
    expect(content.match(/\.(?= |$)/g)).toHaveLength(2);
    expect(agent_steps).toEqual([]);
  });

  test.each([
    ['Take a screenshot of my screen', 'take_screenshot'],
    ['What is in my clipboard?', 'read_clipboard'],
    ['Send a desktop notification saying "tea is ready"', 'notify_desktop'],
    ['List my open windows', 'list_windows'],
    ['Which CPU does this computer have?', 'get_system_info'],
    ['Read this aloud: good evening', 'text_to_speech'],
    ['Open http://news.example/today and tell me the headline', 'fetch_webpage'],
    ['Draw a picture of a lighthouse', 'generate_image'],
    ["What's in holiday.jpg?", 'analyze_image'],
  ])('%s: the tool %s is tried and its outcome told', async (message, tool) => {
    rig = await startRig({});
    const reply = await (await rig.session()).say(message);
    const step = reply.agent_steps.find((candidate) => candidate.tool === tool);
    expect(step).toBeDefined();
    expect(reply.content).toContain(step?.success === true ? 'I used' : 'but it failed: ');
    expect(reply.content).toContain(step?.summary.replace(/^error: /, '').slice(0, 40));
  });

  test('what it can do with pictures at large is said without a try', async () => {
    rig = await startRig({});
    const reply = await (await rig.session()).say('Can you analyse pictures?');
    expect(reply.content).toContain('no model for either is loaded');
    expect(reply.agent_steps).toEqual([]);
  });

  test('a page of this machine is fetched', async () => {
    rig = await startRig({});
    const reply = await (
      await rig.session()
    ).say(`Fetch ${rig.backendUrl}/api/health and tell me what it says`);
    expect(reply.content).toContain('embedded-agent-ui');
  });
});
