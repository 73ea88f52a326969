/**
 * `npm run bench [-- NAME… --json …]`: figures beside their peers', never a gate. See README.md.
 */
import { parseArgs } from 'node:util';
import { benchFleet } from './fleet.ts';
import type { Comparison } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchMongo } from './mongo.ts';
import { benchParts } from './parts.ts';
import { benchPoll } from './poll.ts';
import { benchPush } from './push.ts';
import { benchRank } from './rank.ts';
import { benchReads } from './reads.ts';
import { comparisonText, machine, machineText } from './report.ts';
import { benchStart } from './start.ts';
import { benchStore } from './store.ts';
import { benchWrite } from './write.ts';

/** Of the push, by default. */
const SPECTATORS = 19_500;

/** The fleet's default size, which two cores carry. */
const FLEET = { processes: '4', sockets: '60000', rate: '1' };

const LONG: ReadonlySet<string> = new Set(['start', 'memory', 'fleet']);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    processes: { type: 'string', default: FLEET.processes },
    sockets: { type: 'string' },
    rate: { type: 'string', default: FLEET.rate },
  },
});

const BENCHES: Readonly<Record<string, () => Promise<Comparison[]>>> = {
  rank: benchRank,
  parts: benchParts,
  store: benchStore,
  mongo: benchMongo,
  poll: benchPoll,
  write: benchWrite,
  reads: () => benchReads(values.only),
  memory: benchMemory,
  push: () => benchPush(Number(values.sockets ?? SPECTATORS)),
  start: benchStart,
  fleet: () =>
    benchFleet({
      processes: Number(values.processes),
      sockets: Number(values.sockets ?? FLEET.sockets),
      rate: Number(values.rate),
    }),
};

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(2);
}
// Long benchmarks run only by name.
const wanted =
  positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => !LONG.has(name));

const here = machine();
const results: { readonly bench: string; readonly comparisons: readonly Comparison[] }[] = [];
if (!values.json) console.log(machineText(here));
for (const name of wanted) {
  const comparisons = (await BENCHES[name]?.()) ?? [];
  results.push({ bench: name, comparisons });
  if (values.json) continue;
  for (const comparison of comparisons) console.log(comparisonText(comparison));
}
if (values.json) console.log(JSON.stringify({ machine: here, results }, null, 2));
process.exit();
