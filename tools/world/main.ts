/**
 * `npm run world -- --seed N [--days D] [--seeds COUNT] [--only 3,17] [--trace]`: simulated games that repeat to the
 * bit. A game that fails is shrunk to the few steps that make it fail; its last line is always `trace <hash>`.
 */
import { parseArgs } from 'node:util';
import { runWorld, type RunResult } from './run.ts';
import { shrunk } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
});

const days = Number(values.days);
const first = Number(values.seed);
const only = values.only === undefined ? null : new Set(values.only.split(',').map(Number));
const onNote = values.trace ? (line: string) => process.stdout.write(line) : null;

let last: RunResult | null = null;
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  last = await runWorld({ seed, days, only, onNote });
  if (last.findings.length > 0) {
    await explain(seed, last);
    process.exitCode = 1;
    break;
  }
  if (Number(values.seeds) > 1) process.stdout.write(`seed ${seed}: ${last.hash}\n`);
  else process.stdout.write(`${JSON.stringify(last.counts, null, 1)}\n`);
}
process.stdout.write(`trace ${last?.hash}\n`);

async function explain(seed: number, result: RunResult): Promise<void> {
  process.stdout.write(
    `seed ${seed} finds:\n${result.findings.map((one) => `  ${one}\n`).join('')}`,
  );
  if (values['no-shrink']) return;
  const few = await shrunk(result, (some) => runWorld({ seed, days, only: some }));
  process.stdout.write(`It takes these ${few.length} steps of ${result.steps.length}:\n`);
  for (const { n, bout, atMs, kind, where, how, lastsMs } of few) {
    process.stdout.write(
      `  ${n}: bout ${bout} at ${atMs} ms ${kind} ${where.toFixed(2)} ${how.toFixed(2)} for ${Math.round(lastsMs)} ms\n`,
    );
  }
  process.stdout.write(
    `Again: npm run world -- --seed ${seed} --days ${days} --only ${few.map(({ n }) => n).join(',')}\n`,
  );
}
