/** `npm run bench [-- store|rank|push]`: figures with their peers, never a gate. See README.md. */
import { benchPush } from './push.ts';
import { benchRankIndex } from './rank-index.ts';
import { benchStore } from './store.ts';
import { machine } from './measure.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  store: benchStore,
  rank: benchRankIndex,
  push: benchPush,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(2);
}
console.log(machine());
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
