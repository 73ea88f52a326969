/**
 * `npm run world -- --seed N [--days D] [--seeds COUNT] [--only 3,17] [--trace]`: simulated games that repeat to the
 * bit. One that fails is shrunk to the few steps that make it fail. The last line is `trace <hash>`, of all games.
 */
import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { z } from 'zod';
import { inWords } from './plan.ts';
import { runWorld } from './run.ts';
import { shrunk } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '16' },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const only = values.only === undefined ? null : new Set(values.only.split(',').map(Number));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a process that plays many games tells of each. */
const playedSchema = z.object({ seed: z.int(), hash: z.string(), isSound: z.boolean() });
type Played = z.infer<typeof playedSchema>;

const seeds = Array.from({ length: Number(values.seeds) }, (_, n) => Number(values.seed) + n);
if (process.send) {
  process.on('message', (seed: number) => void play(seed).then((played) => process.send?.(played)));
} else if (seeds.length > 1) await playSideBySide();
else end([await play(Number(values.seed))]);

async function play(seed: number): Promise<Played> {
  const onNote = values.trace ? (line: string) => process.stdout.write(line) : null;
  const played = await runWorld({ seed, days, only, onNote });
  const { hash, findings, steps, counts } = played;
  if (seeds.length === 1 && !process.send) say(JSON.stringify(counts, null, 1));
  if (findings.length > 0) {
    say(`seed ${seed} finds:\n${findings.map((one) => `  ${one}`).join('\n')}`);
    const few = await shrunk(played, (some) => runWorld({ seed, days, only: some }));
    say(`It takes ${few.length} of its ${steps.length} steps:\n${few.map(inWords).join('\n')}`);
    const names = few.map(({ n }) => n).join(',');
    say(`Again: npm run world -- --seed ${seed} --days ${days} --only ${names}`);
  }
  return { seed, hash, isSound: findings.length === 0 };
}

/** One process for each core; after the first game that fails no other begins. */
async function playSideBySide(): Promise<void> {
  const waiting = [...seeds];
  // One script takes a sixteenth less than modules that are compiled as they are loaded.
  const script = join(import.meta.dirname, '..', '..', '.cache', `world-${process.pid}.mjs`);
  await build({
    entryPoints: [import.meta.filename],
    outfile: script,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  // Most of what a game makes is soon garbage: with 128 MB of room for it, a game takes an eighth less.
  const execArgv = ['--max-semi-space-size=128'];
  const all: Played[] = [];
  const players = Array.from({ length: availableParallelism() }, async () => {
    const child = fork(script, [`--days=${days}`], { execArgv });
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      child.send(seed);
      const [message]: unknown[] = await once(child, 'message');
      const played = playedSchema.parse(message);
      all.push(played);
      if (!played.isSound) waiting.length = 0;
    }
    child.disconnect();
  });
  await Promise.all(players);
  rmSync(script);
  end(all.toSorted((a, b) => a.seed - b.seed));
}

function end(all: readonly Played[]): void {
  const [first] = all;
  const hash = createHash('sha256');
  for (const one of all) hash.update(one.hash);
  if (all.some(({ isSound }) => !isSound)) process.exitCode = 1;
  say(`trace ${all.length === 1 ? first?.hash : hash.digest('hex').slice(0, 16)}`);
}
