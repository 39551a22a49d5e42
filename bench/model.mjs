// The model endpoint of the bench, in a process of its own (forked): scripted replies, a real model's latency, usage
// counted as the vendor does.
import { startScriptedAnthropic, tokensOf } from '../test/support/scripted-anthropic.mjs';
import { SCENARIO, SIMULATED, TURN, withOutcome } from './replies.mjs';

const { secondsPerCall, tokensPerSecond } = JSON.parse(process.argv[2] ?? '{}');
const REPLIES = { simulate: SIMULATED, turn: TURN, scenario: SCENARIO };
let lastAt = 0;

const handler = (usual) => (request) => {
  const reply = withOutcome(usual, request.prompt);
  const seconds = secondsPerCall + tokensOf(JSON.stringify(reply)) / tokensPerSecond;
  lastAt = Math.max(lastAt, Date.now() + seconds * 1000);
  return reply;
};
const endpoint = await startScriptedAnthropic({
  latency: { seconds: secondsPerCall, tokensPerSecond },
  handlers: Object.fromEntries(Object.entries(REPLIES).map(([kind, reply]) => [kind, handler(reply)])),
});
process.send?.({ type: 'ready', url: endpoint.url });

process.on('message', () => {
  const requests = endpoint.requests.splice(0);
  const sum = (count) => requests.reduce((total, { usage }) => total + (usage ? count(usage) : 0), 0);
  process.send?.({
    type: 'stats',
    stats: {
      calls: requests.length,
      kinds: Object.fromEntries(
        Object.keys(REPLIES).map((kind) => [
          kind,
          requests.filter((request) => request.kind === kind).length,
        ]),
      ),
      usage: {
        input_tokens: sum((usage) => usage.input_tokens),
        cache_creation_input_tokens: sum((usage) => usage.cache_creation_input_tokens),
        cache_read_input_tokens: sum((usage) => usage.cache_read_input_tokens),
        output_tokens: sum((usage) => usage.output_tokens),
      },
      lastAt,
    },
  });
  lastAt = 0;
});
process.on('disconnect', () => process.exit(0));
