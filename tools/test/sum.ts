/**
 * `tsx tools/test/sum.ts standard long`: lists what failed in those tiers' last runs, and prints one line with
 * their total. A tier that left no report did not finish, which counts as a failure.
 */
import { readFileSync } from 'node:fs';
import {
  countsLine,
  failuresText,
  sumOf,
  tierReport,
  tierSchema,
  type TierOutcome,
} from './reports.ts';

function outcomeOf(tier: string): TierOutcome {
  try {
    return tierSchema.parse(JSON.parse(readFileSync(tierReport(tier), 'utf8')));
  } catch {
    return {
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [`The ${tier} tier did not finish.`],
    };
  }
}

const tiers = process.argv.slice(2).map(outcomeOf);
const failures = tiers.flatMap((tier) => tier.failures);
if (failures.length > 0) console.log(`${failuresText(failures)}\n`);
const total = sumOf(tiers.map((tier) => tier.counts));
console.log(countsLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
