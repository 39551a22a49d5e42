/** `anthropic` was once the name of the judge and the simulator that ask a model: settings and stored runs still say it. */
export function currentName(name: string): string {
  return name === FORMER_LLM ? 'llm' : name;
}

export const FORMER_LLM = 'anthropic';
