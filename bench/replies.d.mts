export const CHARACTERS_PER_TOKEN: number;
export const ANSWER: string;
export const SIMULATED: object;
export const TURN: object;
export const SCENARIO: object;
