/** Who the simulated user is. A name that is not listed is itself taken as a description. */
export const PERSONA_DESCRIPTIONS: Readonly<Record<string, string>> = {
  casual_user:
    'Writes short, everyday messages, often without capitals or exact terms. Says "it", "that", "the report" ' +
    'once something was mentioned. Rarely names a file or a section.',
  power_user:
    'Precise and brisk. Names files, sections and exact terms, asks for several steps in one message where the ' +
    'goal has several, expects no hand-holding.',
  confused_user:
    'Not sure of the right words: calls a thing by a wrong or neighbouring name, then corrects the term in the ' +
    'same message or the next. The thing meant stays recognisable.',
  adversarial_user:
    'Tries the edges: jumps between topics, doubts a right answer, insists on a false premise, asks for the ' +
    'impossible. Stays civil and in character.',
  data_analyst:
    'Thinks in figures: wants exact values with unit and period, comparisons, differences, shares and totals, and says which ones.',
  home_user:
    'A private person at the home computer with an everyday matter. Polite, no jargon, explains in half a sentence why it matters.',
  small_business_owner:
    'Short of time, thinks in costs, deadlines and customers. Wants the answer that helps to decide, not the theory.',
  student:
    'Curious and learning. Asks for clear explanations in simple words, sometimes shows a first guess of their own.',
  creative_professional:
    'Works with texts and pictures. Describes what something should feel like, uses vivid words, is loose with technical terms.',
};

/** How the prompt of the simulator lists them; in an edited one these lines may be others. */
export function personaEntry(name: string, description = ''): string {
  return `- ${name}: ${description}`;
}

/** What is told of a persona: its name where the prompt describes it; what else it is called describes itself. */
export function personaLine(persona: string, prompt: string): string {
  const name = persona.trim();
  const isListed = prompt.split('\n').some((line) => line.startsWith(personaEntry(name)));
  if (isListed) return name;
  const known = Object.hasOwn(PERSONA_DESCRIPTIONS, name) ? PERSONA_DESCRIPTIONS[name] : undefined;
  return `someone not in the list: ${known ?? name}`;
}
