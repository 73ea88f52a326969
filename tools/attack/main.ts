/**
 * `npm run attack -- --minutes N [--only NAME] [--json FILE] [--sockets N]`: measures what a single client
 * can do to the built server, row by row, and how much a bystander suffers. Exits with 1 if a row fails.
 * `--only storm` is different: many sockets behind few addresses, and a server restart while they are
 * connected.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { attacksNamed } from './registry.ts';
import { delays, table, wrongs } from './report.ts';
import { runAttacks } from './run.ts';
import { runStorm } from './storm.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'string' },
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
  const { complaints, text } = await runStorm({ sockets, say });
  say(text);
  for (const complaint of complaints) say(`! ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
} else {
  const attacks = attacksNamed(values.only);
  const outcomes = await runAttacks({ attacks, ms: minutes * 60_000, say });
  say(
    `\nAttackers (low priority), bystander, chain and server share ${availableParallelism()} cores of this machine, so part of the bystander's delay is the attackers' own work. Times in milliseconds.\n`,
  );
  say(table(outcomes));
  const held = outcomes.filter((one) => wrongs(one).length + delays(one).length === 0).length;
  const failed = outcomes.filter((one) => wrongs(one).length > 0).length;
  say(`\n${outcomes.length} attacks: ${held} held, ${failed} failed, ${outcomes.length - held - failed} slow`); // prettier-ignore
  if (values.json !== undefined) {
    const judged = outcomes.map((one) => ({ ...one, wrongs: wrongs(one), delays: delays(one) }));
    writeFileSync(values.json, JSON.stringify(judged, null, 2));
  }
  if (held < outcomes.length) process.exitCode = 1;
}
