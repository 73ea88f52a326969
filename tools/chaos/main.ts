/**
 * `npm run chaos -- --minutes N [--mongo] [--seed S]`: wallets play on the built server while its processes, disks,
 * connections and database fail, and what it shows is compared with the model of `tools/world/`. Exits with 1 on any
 * difference. The seed repeats the plan; the timing depends on the machine.
 */
import { parseArgs } from 'node:util';
import { huntSeed } from '../hunt-seed.ts';
import { againOnSmallDisk } from './disk.ts';
import { runChaos } from './run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    mongo: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = huntSeed(values.seed);
const { mongo: hasMongo } = values;
if (!(minutes > 0)) throw new Error('--minutes is a number above 0');

// Only the embedded store can hit a full disk.
const code = hasMongo ? null : await againOnSmallDisk();
if (code !== null) process.exitCode = code;
else {
  const again = ['--minutes', minutes, '--seed', seed, ...(hasMongo ? ['--mongo'] : [])];
  console.log(`Seed ${seed}: npm run chaos -- ${again.join(' ')}`);
  const say = (line: string) => console.log(line);
  const findings = await runChaos({ ms: minutes * 60_000, seed, hasMongo, say });
  for (const line of findings) say(line);
  say(findings.length === 0 ? 'Nothing differs from the model.' : `Seed ${seed} differs.`);
  process.exit(findings.length === 0 ? 0 : 1);
}
