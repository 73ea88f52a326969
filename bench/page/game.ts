/**
 * The game whose pages are measured, in its own process: the built pages on a whole server, its store filled
 * through the port, and changes made by the rules at the parent's pace.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { dena, HOUR_MS, NOW, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { builtPages } from '../../server/http/built-pages.ts';
import { joining, stakingDena } from '../../server/store/testing/fixtures.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

const PLAYERS = 10_000;
/** Far apart, so that the wallets look different. */
const WALLET_STEP = 2 ** 38 + 7919;

const pages = await builtPages(join(import.meta.dirname, '..', '..', 'dist', 'client'));
const server = await Harness.start({
  limits: { ...LIMITS, pointsPerAddress: 1_000_000_000 },
  extend: (app, game) => pages.mount(app, game),
});

async function enter(wallet: Address, n: number): Promise<void> {
  const nation = NATION_IDS[n % NATION_IDS.length] ?? 'italy';
  // As much as the fixtures' players hold, so their stakes stay backed [CHN1].
  server.chain.giveUnseen(wallet, {
    denaWei: dena(1_000_000),
    national: { [nation]: 3 },
    cultural: { [nation]: 5 },
  });
  await server.store.commit(joining(wallet, nation, NOW + n), 0, null);
}

async function stake(wallet: Address, amount: number, now: number): Promise<void> {
  const player = await server.store.player(wallet);
  if (!player) throw new Error(`${wallet} does not play`);
  await server.store.commit(stakingDena({ player }, amount, now), player.version, null);
}

const wallets = Array.from({ length: PLAYERS }, (_, n) => walletOf((n + 1) * WALLET_STEP));
await Promise.all(wallets.map(enter));
/** The players covered by live messages: a change of any other player shows on no page. */
const leaders = wallets.slice(0, LIVE_ROWS);
await Promise.all(
  leaders.map((wallet, n) => stake(wallet, 150_000 + ((n * 389) % LIVE_ROWS) * 200, NOW + HOUR_MS)),
);
await server.quiet();

let timer: ReturnType<typeof setInterval> | null = null;
let changes = 0;

async function changeSomeone(): Promise<void> {
  const wallet = leaders[(changes * 389) % leaders.length];
  changes += 1;
  if (wallet) await stake(wallet, 10 + ((changes * 97) % 2000), Date.now());
}

/** So much happened in the last two hours. */
const PAST_CHANGES = 6000;
const PAST_MS = 2 * HOUR_MS;

async function livePast(): Promise<void> {
  const from = Date.now() - PAST_MS;
  for (let n = 0; n < PAST_CHANGES; n += 1) {
    const wallet = leaders[(n * 389) % leaders.length];
    if (wallet) await stake(wallet, 10 + ((n * 97) % 2000), from + (n * PAST_MS) / PAST_CHANGES);
  }
}

serveParent({
  url: () => server.url,
  /** Sets the number of changes per second; 0 stops them. Returns how many were made so far. */
  pace(body) {
    const perSecond = z.number().parse(body);
    if (timer) clearInterval(timer);
    timer = perSecond > 0 ? setInterval(() => void changeSomeone(), 1000 / perSecond) : null;
    return changes;
  },
  /** Fills the last two hours with changes. Returns when they begin, ms since 1970. */
  async past() {
    await livePast();
    await server.quiet();
    return Date.now() - PAST_MS;
  },
  close: () => server.close(),
});
