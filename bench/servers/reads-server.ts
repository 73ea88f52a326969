/** A whole server with the limits of production behind a proxy, on a game that has been played for a week. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dena, DAY_MS, HOUR_MS } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { Board } from '../../server/leaderboard/board.ts';
import { followBoard } from '../../server/leaderboard/follow-board.ts';
import { createLog } from '../../server/observe/log.ts';
import { Past } from '../../server/past/past.ts';
import { writeRecord } from '../../server/past/record-writer.ts';
import { Seasons } from '../../server/past/seasons.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';
import { PlayedGame, type Stretch } from '../played-game.ts';

const startSchema = z.object({
  dataDir: z.string(),
  players: z.int(),
  stakes: z.int(),
  /** Players who are signed in, to stake during the measurement. */
  signedIn: z.int(),
});

const PLAYED_DAYS = 7;
const LOOK_MS = 200;

/** A server that is there keeps a ranking of each. */
function hoursOf({ commits, from, to }: Stretch): Stretch[] {
  const hours = Math.ceil((to - from) / HOUR_MS);
  const nth = (hour: number) => Math.round((hour * commits) / hours);
  const at = (hour: number) => from + (hour * (to - from)) / hours;
  return Array.from({ length: hours }, (_, hour) => ({
    commits: nth(hour + 1) - nth(hour),
    from: at(hour),
    to: at(hour + 1),
  }));
}

serveParent({
  async start(body) {
    const { dataDir, players, stakes, signedIn } = startSchema.parse(body);
    const chain = new FakeChain();
    const game = new PlayedGame(chain.sim);
    const now = Date.now();
    const [begunAt, joinedAt] = [now - PLAYED_DAYS * DAY_MS, now - (PLAYED_DAYS - 1) * DAY_MS];
    // Before the server starts, by the events' own time; the record of the past is written as they happen.
    const store = await openEmbeddedStore({ dataDir });
    const board = new Board();
    const log = createLog('warn');
    const following = await followBoard({ store, board, log }, () => {});
    const past = new Past({ store, log });
    // Nothing of the weeks is known here: the server closes those before the running one.
    const seasons = new Seasons({ store, board, past, now: () => now, log });
    const lease = { isHeld: () => true };
    const record = { store, board, past, seasons, lease, now: () => now };
    for (const hour of hoursOf({ commits: players, from: begunAt, to: joinedAt })) {
      await game.join(store, hour);
      await writeRecord(record);
    }
    for (const hour of hoursOf({ commits: stakes, from: joinedAt, to: now })) {
      await game.stake(store, hour);
      await writeRecord(record);
    }
    await following.close();
    const server = await Harness.start({
      store,
      chain,
      limits: LIMITS,
      env: { TRUST_PROXY_HOPS: '1' },
    });
    const staking: { wallet: string; cookie: string }[] = [];
    for (let n = 0; n < signedIn; n += 1) {
      const player = await server.player(dena(1_000_000));
      await player.post('/api/player-nation', { nationId: NATION_IDS[n % NATION_IDS.length] });
      staking.push({ wallet: player.wallet, cookie: player.cookie });
    }
    const recently = new Date(now - HOUR_MS).toISOString();
    while ((await server.ask(`/api/leaderboard?limit=1&at=${recently}`)).status !== 200) {
      await sleep(LOOK_MS);
    }
    return { port: Number(new URL(server.url).port), now, wallets: game.wallets, staking };
  },
});
