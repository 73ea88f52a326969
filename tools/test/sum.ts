/**
 * `tsx tools/test/sum.ts standard long`: prints one line with the total of those tiers' last runs, from the
 * counts they left. A tier that left none did not finish, which counts as a failure.
 */
import { readFileSync } from 'node:fs';
import { countsLine, countsSchema, sumOf, tierReport, type Counts } from './reports.ts';

function countsOf(tier: string): Counts {
  try {
    return countsSchema.parse(JSON.parse(readFileSync(tierReport(tier), 'utf8')));
  } catch {
    console.log(`The ${tier} tier did not finish.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const total = sumOf(process.argv.slice(2).map(countsOf));
console.log(countsLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
