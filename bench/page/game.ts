/**
 * The game whose pages are measured, in its own process: the built pages on a whole server, its
 * store filled through the port, and changes made by the rules at the parent's pace.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { after, dena, HOUR_MS, NOW, type PlayerState } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { builtPages } from '../../server/http/built-pages.ts';
import { joining, stakingDena, stateAfter } from '../../server/store/testing/fixtures.ts';
import { inParallel } from '../../server/store/testing/observe.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

const PLAYERS = 10_000;
/** Commits that share a transaction. */
const AT_ONCE = 64;
/** So much happened in the last two hours. */
const PAST_CHANGES = 6000;
const PAST_MS = 2 * HOUR_MS;

const pages = await builtPages(join(import.meta.dirname, '..', '..', 'dist', 'client'));
const server = await Harness.start({
  limits: { ...LIMITS, pointsPerAddress: 1_000_000_000 },
  extend: (app, game) => pages.mount(app, game),
});
const { store, chain } = server;

const players = Array.from({ length: PLAYERS }, (_, n) => ({
  // In no order, and without a pattern that would compress too well.
  wallet: address(`0x${createHash('sha256').update(String(n)).digest('hex').slice(0, 40)}`),
  nation: NATION_IDS[n % NATION_IDS.length] ?? ('italy' as const),
}));
// What `joining` records that they hold, in one block: the server compares it at the block that it
// is at.
chain.sim.mine(
  players.flatMap(({ wallet, nation }) =>
    chain.sim.transfersTo(wallet, {
      denaWei: dena(1_000_000),
      national: { [nation]: 3 },
      cultural: { [nation]: 5 },
    }),
  ),
  { isSilent: true },
);
const states: PlayerState[] = [];
await inParallel(AT_ONCE, PLAYERS, async (n) => {
  const { wallet, nation } = players[n] ?? {};
  if (!wallet) return;
  const joined = joining(wallet, nation, NOW + n);
  await store.commit(joined, 0, null);
  states[n] = stateAfter([joined]);
});

/** One player's stake; the one before it must be stored. */
async function stake(player: number, amount: number, at: number): Promise<void> {
  const state = states[player];
  if (!state) throw new Error('nobody has joined');
  const change = stakingDena(state, amount, at);
  states[player] = after(state, change);
  await store.commit(change, change.player.version - 1, null);
}

// The players that live messages cover come first: a change of any other player shows on no page.
await inParallel(AT_ONCE, LIVE_ROWS, (n) =>
  stake(n, 150_000 + ((n * 389) % LIVE_ROWS) * 200, NOW + HOUR_MS),
);
await server.quiet();

let changes = 0;

async function changeSomeone(at = Date.now()): Promise<void> {
  const n = changes;
  changes += 1;
  await stake((n * 389) % LIVE_ROWS, 10 + ((n * 97) % 2000), at);
}

let timer: ReturnType<typeof setInterval> | undefined;

serveParent({
  url: () => server.url,

  /** Fills the last two hours with changes. @returns when they begin, ms since 1970. */
  async past() {
    const from = Date.now() - PAST_MS;
    for (let n = 0; n < PAST_CHANGES; n += 1) {
      await changeSomeone(from + (n * PAST_MS) / PAST_CHANGES);
    }
    await server.quiet();
    return from;
  },

  /** Changes someone so often per second; 0 ends it. */
  pace(body) {
    const perSecond = z.number().parse(body);
    clearInterval(timer);
    if (perSecond > 0) timer = setInterval(() => void changeSomeone(), 1000 / perSecond);
  },
});
