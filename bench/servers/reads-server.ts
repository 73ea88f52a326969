/** A whole server with the limits of production behind a proxy, on a game that has been played for a week. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dena, DAY_MS } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';
import { PlayedGame } from '../played-game.ts';

const startSchema = z.object({
  players: z.int(),
  stakes: z.int(),
  /** Players who are signed in, to stake during the measurement. */
  signedIn: z.int(),
});

const PLAYED_DAYS = 7;
const LOOK_MS = 200;

serveParent({
  async start(body) {
    const { players, stakes, signedIn } = startSchema.parse(body);
    const server = await Harness.start({
      store: 'embedded',
      limits: LIMITS,
      env: { TRUST_PROXY_HOPS: '1' },
    });
    const { chain, store } = server;
    const game = new PlayedGame((wallet, gift) => chain.giveUnseen(wallet, gift));
    const now = Date.now();
    const [begunAt, joinedAt] = [now - PLAYED_DAYS * DAY_MS, now - (PLAYED_DAYS - 1) * DAY_MS];
    await game.join(store, { commits: players, from: begunAt, to: joinedAt });
    await game.stake(store, { commits: stakes, from: joinedAt, to: now });
    const staking: { wallet: string; cookie: string }[] = [];
    for (let n = 0; n < signedIn; n += 1) {
      const player = await server.player(dena(1_000_000));
      await player.post('/api/player-nation', { nationId: NATION_IDS[n % NATION_IDS.length] });
      staking.push({ wallet: player.wallet, cookie: player.cookie });
    }
    // The record of the past follows in the background.
    const yesterday = new Date(now - DAY_MS).toISOString();
    while ((await server.ask(`/api/leaderboard?limit=1&at=${yesterday}`)).status !== 200) {
      await sleep(LOOK_MS);
    }
    return { port: Number(new URL(server.url).port), now, wallets: game.wallets, staking };
  },
});
