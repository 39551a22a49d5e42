export const CHARACTERS_PER_TOKEN: number;
export const ANSWER: string;
export const SIMULATED: object;
export const withOutcome: (reply: object, prompt: string) => object;
export const TURN: object;
export const SCENARIO: object;
