/** `npm run bench`: figures beside their peers', which fail no build. See README.md. */
import { parseArgs } from 'node:util';
import { benchFleet } from './fleet.ts';
import { comparisonText, machine, type Comparison } from './measure.ts';
import { benchPush } from './push.ts';
import { benchStart } from './start.ts';
import { benchWrite } from './write.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    /** Of the push, 19,500 by default; of the fleet 60,000, which two cores carry. */
    sockets: { type: 'string' },
    processes: { type: 'string', default: '4' },
    rate: { type: 'string', default: '1' },
  },
});

const BENCHES: Readonly<Record<string, () => Promise<Comparison[]>>> = {
  write: benchWrite,
  push: () => benchPush(Number(values.sockets ?? 19_500)),
  start: benchStart,
  fleet: () =>
    benchFleet({
      processes: Number(values.processes),
      sockets: Number(values.sockets ?? 60_000),
      rate: Number(values.rate),
    }),
  // Needs packages that only this folder installs.
  page: async () => (await import('./page/page.ts')).benchPage(),
};
/** These run only by name. */
const LONG: ReadonlySet<string> = new Set(['start', 'fleet', 'page']);

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(2);
}
const wanted =
  positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => !LONG.has(name));

const here = machine();
const results: { readonly bench: string; readonly comparisons: readonly Comparison[] }[] = [];
if (!values.json) {
  const { cpu, cores, memoryGb, kernel, node, load } = here;
  console.log(`${cpu} × ${cores}, ${memoryGb} GB, Linux ${kernel}, Node ${node}, load ${load}`);
}
for (const name of wanted) {
  const comparisons = (await BENCHES[name]?.()) ?? [];
  results.push({ bench: name, comparisons });
  if (!values.json) for (const one of comparisons) console.log(comparisonText(one));
}
if (values.json) console.log(JSON.stringify({ machine: here, results }, null, 2));
process.exit();
