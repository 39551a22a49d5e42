// Sums Vitest's JSON reports. Usage: count-tests.mjs <legs that failed> <report.json>…
// A leg that failed without a failing test (a check, a crash) counts as one failure: a red run never reads "0 failed".
import { readFileSync } from 'node:fs';

const [failedLegs, ...reports] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const report of reports) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  failed += numFailedTests;
}
if (failedLegs !== '0' && failed === 0) failed = 1;
if (passed === 0) failed ||= 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
