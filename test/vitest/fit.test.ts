import { expect, test } from 'vitest';
import { findMisfit } from '../../src/vitest/fit.ts';

test.each([
  ['4.1.12', '20.19.0', undefined, null],
  ['5.1.2', '22.12.0', undefined, null],
  ['5.1.2', '24.0.0', undefined, null],
  ['5.1.2', '20.20.2', undefined, /^Vitest 5\.1\.2 needs Node 22\.12 or later, and this is Node 20\.20\.2\./],
  ['5.0.0', '22.11.9', undefined, /needs Node 22\.12/],
  ['10.0.0', '20.20.2', undefined, /needs Node/],
  ['4.1.12', '22.12.0', '3', /Plug'n'Play.*nodeLinker: node-modules/],
  ['', '20.20.2', undefined, null],
])('fault 40: Vitest %s on Node %s, Plug and Play %s', (vitest, node, pnp, told) => {
  const misfit = findMisfit({ vitest, node, pnp });
  if (told === null) expect(misfit).toBeNull();
  else expect(misfit).toMatch(told);
});
