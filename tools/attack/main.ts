/**
 * `npm run attack -- --minutes N [--only NAME]`: measures what a single client can do to the built server, row by
 * row, and how much a bystander suffers. Exits with 1 if a row fails. `--only storm [--sockets N]` is different:
 * many sockets behind few addresses, and a server restart while they are connected.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { attacksNamed } from './registry.ts';
import { verdictOf } from './report.ts';
import { runAttacks } from './run.ts';
import { runStorm } from './storm.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    sockets: { type: 'string', default: '20000' },
  },
});
const minutes = Number(values.minutes);
const sockets = Number(values.sockets);
const say = (line: string): void => console.log(line);

if (!(minutes > 0) || !Number.isSafeInteger(sockets) || sockets < 1) {
  throw new Error('--minutes and --sockets are numbers above 0');
}
if (values.only === 'storm') {
  const complaints = await runStorm(sockets, say);
  for (const complaint of complaints) say(`! ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
} else {
  say(
    `Attackers (low priority), bystander, chain and server share ${availableParallelism()} cores, so part of the bystander's delay is the attackers' own work.`,
  );
  const names = attacksNamed(values.only);
  const verdicts = (await runAttacks({ names, ms: minutes * 60_000, say })).map(verdictOf);
  const count = (one: string) => `${verdicts.filter((verdict) => verdict === one).length} ${one}`;
  say(`${verdicts.length} attacks: ${['held', 'failed', 'slow'].map(count).join(', ')}`);
  if (verdicts.some((verdict) => verdict !== 'held')) process.exitCode = 1;
}
