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

const ferry = (fare: string, seats: number, growth: string): string => `# Nordwind Ferries: annual report 2031

## Fleet

The company runs four ferries. The largest, the *Tern*, has ${seats} seats.

## Passengers and fares

A single crossing costs **${fare}**. Passenger revenue in 2031 came to $8.4 million, up 12% from $7.5 million in 2030.

## Outlook

For 2032 the board expects growth of **${growth}**, driven by the new night line.

## Staff rules

Dogs travel free of charge. Bicycles are not allowed on the upper deck. Season tickets are for residents only.
Crew members may swap shifts with approval of the captain.
`;

describe('questions about a report', () => {
  test.each([
    ['$14.50', 410, '4–6%'],
    ['$19.00', 288, '7–9%'],
  ])('answers follow the document: fare %s, %i seats, growth %s', async (fare, seats, growth) => {
    const talk = await conversation({ 'ferries.md': ferry(fare, seats, growth) });
    expect((await talk.say('How much does a single crossing cost?')).content).toContain(fare);
    expect((await talk.say('How many seats does the largest ferry have?')).content).toContain(String(seats));
    const outlook = await talk.say('What growth does the board expect for 2032, and what drives it?');
    expect(outlook.content).toContain(growth);
    expect(outlook.content).toContain('night line');
  });

  test('what the document does not say is not made up', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410, '4–6%') });
    for (const question of [
      'Who is the treasurer of Nordwind?',
      'How many employees work there?',
      'What did the crossing cost in 2019?',
      'What is the top speed of the Tern?',
    ]) {
      const reply = await talk.say(question);
      expect(reply.content).toMatch(/does not (?:say|mention)/);
      expect(toolsOf(reply)).not.toEqual([]);
    }
  });

  test('yes and no come with the sentence', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410, '4–6%') });
    expect((await talk.say('Are bicycles allowed on the upper deck?')).content).toMatch(
      /^No\. Bicycles are not allowed/,
    );
    expect((await talk.say('And dogs, can dogs travel free of charge?')).content).toMatch(
      /^Yes\. Dogs travel free/,
    );
    expect((await talk.say('Are season tickets for tourists?')).content).toMatch(/^No\./);
  });

  test('a false claim and a push-back do not move it', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410, '4–6%') });
    expect((await talk.say('Bicycles are allowed on the upper deck, right?')).content).toMatch(/^No\b/);
    const again = await talk.say('Are you sure? I was told that bicycles are allowed there.');
    expect(again.content).toMatch(/^No\b/);
    expect(again.content).toContain('Bicycles are not allowed');
    expect((await talk.say('The crossing costs $99.')).content).toMatch(/^No\b.*\$14\.50/);
  });

  test('figures are worked out from figures, and compared later', async () => {
    const talk = await conversation({ 'ferries.md': ferry('$14.50', 410, '10–20%') });
    const projected = await talk.say(
      'If revenue grows as the board expects, what range of revenue follows from the $8.4 million?',
    );
    expect(projected.content).toMatch(/\$9\.24 million to \$10\.08 million/);
    const compared = await talk.say('How does that projection compare with the revenue of 2030?');
    expect(compared.content).toMatch(/23% to 34% above \$7\.5 million/);
  });
});

describe('conversation', () => {
  const files = {
    'ferries.md': ferry('$14.50', 410, '4–6%'),
    'canteen_guide.md':
      '# Canteen guide\n\n## Hours\n\nThe canteen opens at 11:15. Guests may eat there twice a week with approval of their host.\n\n## Menu\n\nSoup costs $3.20.\n',
  };

  test('pronouns and short follow-ups lean on what was said', async () => {
    const talk = await conversation(files);
    expect((await talk.say('When does the canteen open?')).content).toContain('11:15');
    expect((await talk.say('And how much does soup cost there?')).content).toContain('$3.20');
    expect((await talk.say('What does it say about guests?')).content).toContain('twice a week');
  });

  test('it lists the documents, says where answers come from, and sums up', async () => {
    const talk = await conversation(files);
    const list = await talk.say('Which documents do you have?');
    expect(list.content).toContain('ferries.md');
    expect(list.content).toContain('canteen_guide.md');
    expect(toolsOf(list)).toEqual(['list_indexed_documents']);
    await talk.say('How much does a single crossing cost?');
    await talk.say('When does the canteen open?');
    const sources = await talk.say('Which document did each of these answers come from?');
    expect(sources.content).toMatch(/From ferries\.md: .*\$14\.50[\s\S]*From canteen_guide\.md: .*11:15/);
    const recap = await talk.say('Please sum up what you told me so far.');
    expect(recap.content).toContain('$14.50');
    expect(recap.content).toContain('11:15');
  });

  test('a vague request is asked back, and the reply to it understood', async () => {
    const talk = await conversation(files);
    const reply = await talk.say('Summarise the document, please.');
    expect(reply.content).toMatch(/which document do you mean\?/i);
    const summary = await talk.say('The one about the canteen.');
    expect(summary.content).toContain('canteen_guide.md');
    expect(summary.content).toContain('11:15');
    expect(toolsOf(summary)).toContain('summarize_document');
  });
});

describe('finding files', () => {
  const files = {
    'canteen_guide.md': '# Canteen guide\n\nThe canteen opens at 11:15.\n',
    'parking.txt': 'Visitors park on level 3.\n',
    'hollow.txt': '',
  };

  test('a document nobody indexed is looked for, indexed once, and remembered', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    const first = await talk.say('When does the canteen open? It should be in the canteen guide.');
    expect(first.content).toContain('11:15');
    expect(toolsOf(first)).toEqual(['search_files', 'index_document', 'query_specific_file']);
    const second = await talk.say('And what time does the canteen open, once more?');
    expect(toolsOf(second)).toEqual(['query_specific_file']);
    expect(second.agent_steps.map((step) => step.tool)).not.toContain('index_documents');
  });

  test('by what it says, when the name tells nothing', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    expect((await talk.say('On which level do visitors park?')).content).toContain('level 3');
  });

  test('a path that does not exist is tried and reported', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    const reply = await talk.say('Please index /srv/old/minutes_1999.pdf.');
    expect(reply.content).toMatch(/could not find .*minutes_1999\.pdf/);
    expect(reply.agent_steps).toContainEqual(
      expect.objectContaining({ tool: 'index_document', success: false }),
    );
  });

  test('an empty file is said to be empty', async () => {
    rig = await startRig(files);
    const talk = await rig.session();
    expect((await talk.say('Index hollow.txt and describe it.')).content).toMatch(/hollow\.txt is empty/);
  });
});

describe('without documents', () => {
  test.each([
    ['Hi!', /^Hello/],
    ['What can you do?', /documents/],
    ['What is the capital of Norway?', /Oslo/],
    ['What is 20% of 350?', /\b70\b/],
    ['How much is 12 times 12?', /\b144\b/],
    ['Tell me a fun fact about owls', /Owls/],
  ])('%s', async (message, expected) => {
    rig = await startRig({});
    const reply = await (await rig.session()).say(message);
    expect(reply.content).toMatch(expected);
    expect(reply.agent_steps).toEqual([]);
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
    const told = step?.success === true ? step.summary : (step?.summary.replace(/^error: /, '') ?? '-');
    expect(reply.content).toContain(told.slice(0, 40));
  });

  test('a page of this machine is fetched', async () => {
    rig = await startRig({});
    const reply = await (
      await rig.session()
    ).say(`Fetch ${rig.backendUrl}/api/health and tell me what it says`);
    expect(reply.content).toContain('embedded-agent-ui');
  });
});
