import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { HOUR_MS, newWorld, playFor } from './testing/played-world.ts';
import { statSync, rmSync, mkdirSync } from 'node:fs';
rmSync('/tmp/sz', { recursive: true, force: true }); mkdirSync('/tmp/sz');
const store = await openEmbeddedStore({ dataDir: '/tmp/sz' });
(globalThis as any).STORE = store;
const w = await newWorld();
let deeds = 0;
for (let d = 1; d <= 30; d++) { const p = await playFor(w, { pace: 'gentle', ms: 24 * HOUR_MS }); deeds += p.deeds; if (d % 3 === 0) console.log(d, deeds, p.leaders.length, statSync('/tmp/sz/denaria.db').size / 1e6, w.game.board.page(1,0)[0]?.gdp); }
await store.close();
console.log(deeds, statSync('/tmp/sz/denaria.db').size/1e6);
process.exit(0);
