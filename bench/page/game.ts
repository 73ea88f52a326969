/**
 * The game whose pages are measured, in its own process: the built pages on a whole server, its store filled
 * through the port, and changes made by the rules at the parent's pace.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { HOUR_MS, NOW } from '../../common/testing/fixtures.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { builtPages } from '../../server/http/built-pages.ts';
import { inParallel } from '../../server/store/testing/observe.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';
import { PlayedGame } from '../played-game.ts';

const PLAYERS = 10_000;
const pages = await builtPages(join(import.meta.dirname, '..', '..', 'dist', 'client'));
const server = await Harness.start({
  limits: { ...LIMITS, pointsPerAddress: 1_000_000_000 },
  extend: (app, game) => pages.mount(app, game),
});

const game = new PlayedGame(server.chain.sim);
await game.join(server.store, { commits: PLAYERS, from: NOW, to: NOW + PLAYERS });
/** The players covered by live messages come first: a change of any other player shows on no page. */
await inParallel(64, LIVE_ROWS, (n) =>
  game.stakeOf(server.store, n, 150_000 + ((n * 389) % LIVE_ROWS) * 200, NOW + HOUR_MS),
);
await server.quiet();

let timer: ReturnType<typeof setInterval> | null = null;
let changes = 0;

async function changeSomeone(): Promise<void> {
  const player = (changes * 389) % LIVE_ROWS;
  changes += 1;
  await game.stakeOf(server.store, player, 10 + ((changes * 97) % 2000), Date.now());
}

/** So much happened in the last two hours. */
const PAST_CHANGES = 6000;
const PAST_MS = 2 * HOUR_MS;

async function livePast(): Promise<void> {
  const from = Date.now() - PAST_MS;
  for (let n = 0; n < PAST_CHANGES; n += 1) {
    const at = from + (n * PAST_MS) / PAST_CHANGES;
    await game.stakeOf(server.store, (n * 389) % LIVE_ROWS, 10 + ((n * 97) % 2000), at);
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
