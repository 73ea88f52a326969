/**
 * `npm run attack -- --minutes N [--only NAME]`: measures what a single client can do to the built server, row by
 * row, and how much a bystander suffers. `--only storm` is different: many sockets behind few addresses, and a
 * restart while they are connected. Exits with 1 if a row fails.
 */
import { parseArgs } from 'node:util';
import { attacksNamed } from './registry.ts';
import { verdictOf } from './report.ts';
import { runAttacks } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const say = (line: string): void => console.log(line);

if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
say(
  'Attackers (low priority), bystander, chain and server share this machine: the bystander waits for them, too.',
);
const names = attacksNamed(values.only);
const verdicts = (await runAttacks({ names, ms: minutes * 60_000, say })).map(verdictOf);
const count = (one: string) => `${verdicts.filter((verdict) => verdict === one).length} ${one}`;
say(`${verdicts.length} attacks: ${['held', 'failed', 'slow'].map(count).join(', ')}`);
if (verdicts.some((verdict) => verdict !== 'held')) process.exitCode = 1;
