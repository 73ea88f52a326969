/**
 * `npm run fuzz -- --minutes N [--seed S] [--only NAME]`: sends the built server invalid input, drawn from a
 * seed. Prints the smallest failing input and how to repeat it; exits with 1 if there is one.
 */
import { parseArgs } from 'node:util';
import { huntSeed } from '../hunt-seed.ts';
import { runFuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const ms = Number(values.minutes) * 60_000;
const seed = huntSeed(values.seed);
if (!(ms > 0)) throw new Error('--minutes is a number above 0');

console.log(`Seed ${seed}`);
const say = (line: string) => console.log(line);
const findings = await runFuzz({ only: values.only, ms, seed, say });
for (const finding of findings) console.log(`\n! ${finding}`);
console.log(findings.length === 0 ? 'Nothing was found.' : `\n${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
