import { test } from 'vitest';
import { ORACLES, BAD } from './agents/all.ts';
import { startGalleryServer } from './on-server.ts';
import { benchmarkStages } from './scenes.ts';
test('probe', { timeout: 300_000 }, async () => {
  const t0 = performance.now();
  const stages = await benchmarkStages();
  console.log('stages', stages.length, performance.now() - t0);
  const server = await startGalleryServer();
  for (const agent of [...ORACLES, ...BAD]) {
    const t = performance.now();
    const out = [];
    for (const stage of stages) {
      const touched = stage.scenes.some((s) => agent.answer(s) !== null);
      if (!touched) { out.push('.'); continue; }
      const r = await server.run(stage, agent);
      out.push({ PASS: 'P', FAIL: 'F', ERRORED: '?' }[r.status as 'PASS'] ?? `<${r.status} ${r.error}>`);
    }
    console.log(agent.name.padEnd(14), out.join(''), Math.round(performance.now() - t));
  }
  await server.close();
});
