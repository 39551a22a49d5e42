// What the benchmark that this one replaces took on the same latencies and the same count of tokens.

const WHOLE = {
  turns: 267,
  wallS: 6117,
  busy: 0.37,
  calls: 680,
  inputTokens: 10_800_000,
  outputTokens: 211_000,
  usd: 11.02,
};

export const REPLACED = {
  alone: {
    '1 turn': {
      wallS: 33.3,
      busy: 0.33,
      calls: 6,
      inputTokens: 86_309,
      cached: 0.82,
      outputTokens: 949,
      usd: 0.094,
    },
    '3 turns': {
      wallS: 70.4,
      busy: 0.38,
      calls: 8,
      inputTokens: 122_743,
      cached: 0.85,
      outputTokens: 2322,
      usd: 0.134,
    },
    '5 turns': {
      wallS: 108.1,
      busy: 0.4,
      calls: 10,
      inputTokens: 163_279,
      cached: 0.87,
      outputTokens: 3739,
      usd: 0.177,
    },
  },
  /** Its whole run (91 scenarios, 267 turns), brought down to so many turns. */
  perTurn(turns) {
    const share = turns / WHOLE.turns;
    return {
      wallS: WHOLE.wallS * share,
      busy: WHOLE.busy,
      calls: WHOLE.calls * share,
      inputTokens: WHOLE.inputTokens * share,
      outputTokens: WHOLE.outputTokens * share,
      usd: WHOLE.usd * share,
    };
  },
};
