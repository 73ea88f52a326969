/** `npm run world`: simulated games that repeat to the bit; `--help` says more. */
import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { describeStep } from './plan.ts';
import { runWorld } from './run.ts';
import { shrunk } from './shrink.ts';

const HELP = `npm run world -- [--seed N] [--seeds COUNT] [--days D] [--only 3,17] [--trace]

Plays simulated games and compares them with a model of the rules. One that fails is shrunk to the few steps that make it
fail, and the command fails. The last line is the hash of everything that happened: the same seed gives the same one.

  --seed N       the first game (1)
  --seeds COUNT  how many games, one process for each core; after one that fails, no other begins (1)
  --days D       how much time passes in a game (16)
  --only 3,17    only these steps of the game's plan
  --trace        prints everything that happens
  --help         prints this`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '16' },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const days = Number(values.days);
const only = values.only === undefined ? null : new Set(values.only.split(',').map(Number));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a process that plays many games says of each. */
const playedSchema = z.object({ seed: z.int(), hash: z.string(), isSound: z.boolean() });
type Played = z.infer<typeof playedSchema>;

const seeds = Array.from({ length: Number(values.seeds) }, (_, n) => Number(values.seed) + n);
if (values.help) say(HELP);
else if (process.send) {
  process.on('message', (seed: number) => void play(seed).then((played) => process.send?.(played)));
} else if (seeds.length > 1) end(await playSideBySide());
else end([await play(Number(values.seed))]);

async function play(seed: number): Promise<Played> {
  const onNote = values.trace ? (line: string) => process.stdout.write(line) : null;
  const played = await runWorld({ seed, days, only, onNote });
  const { hash, findings, steps, counts } = played;
  if (seeds.length === 1 && !process.send) say(JSON.stringify(counts, null, 1));
  if (findings.length > 0) {
    say(`seed ${seed} finds:\n${findings.map((one) => `  ${one}`).join('\n')}`);
    const few = await shrunk(played, (some) => runWorld({ seed, days, only: some }));
    say(
      `It takes ${few.length} of its ${steps.length} steps:\n${few.map(describeStep).join('\n')}`,
    );
    const names = few.map(({ n }) => n).join(',');
    say(`Again: npm run world -- --seed ${seed} --days ${days} --only ${names}`);
  }
  return { seed, hash, isSound: findings.length === 0 };
}

async function playSideBySide(): Promise<Played[]> {
  const waiting = [...seeds];
  // Most of what a game makes is soon garbage: with 128 MB of room for it, a game takes an eighth
  // less.
  const execArgv = ['--import', 'tsx', '--max-semi-space-size=128'];
  const all: Played[] = [];
  const players = Array.from({ length: availableParallelism() }, async () => {
    const child = fork(import.meta.filename, [`--days=${days}`], { execArgv });
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
  return all.toSorted((a, b) => a.seed - b.seed);
}

function end(all: readonly Played[]): void {
  const [first] = all;
  const hash = createHash('sha256');
  for (const one of all) hash.update(one.hash);
  if (all.some(({ isSound }) => !isSound)) process.exitCode = 1;
  say(`trace ${all.length === 1 ? first?.hash : hash.digest('hex').slice(0, 16)}`);
}
