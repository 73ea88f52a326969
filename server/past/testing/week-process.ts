/**
 * A process that a test kills: plays on, by a seed, in the store of a directory or of a connection string, some minutes
 * of the game's time per commit, while the record of the past is written, and ends once a week has passed.
 */
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import { changeBy, inOrder, type Change } from '../../../common/rules/decision.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeNft } from '../../../common/rules/stake-nft.ts';
import { ALICE, dena, holdings, NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { stakeIdSchema } from '../../../common/values/ids.ts';
import { NATION_IDS, NATIONS } from '../../../common/values/nations.ts';
import { STAKE_KINDS } from '../../../common/values/stake.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { sleep } from '../../lib/machine.ts';
import { createLog } from '../../observe/log.ts';
import { openEmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import { VersionConflict } from '../../store/store.ts';
import { fractions } from '../../store/testing/fractions.ts';
import { keepPast } from '../record-writer.ts';
import { COMMITS, LIMITS, PLAYERS, WEEK_MS } from './week.ts';

const [place = '', seed = ''] = process.argv.slice(2);
const random = fractions(Number(seed));
const store = await (place.startsWith('mongodb:')
  ? openMongoStore({ uri: place })
  : openEmbeddedStore({ dataDir: place }));
const log = createLog('silent');
const board = new Board();
const following = await followBoard({ store, board, log }, () => undefined);
const [last] = await store.events({ limit: 1, order: 'newest-first' });
let now = last?.at ?? NOW;
const keeping = keepPast({
  store,
  board,
  lease: { isHeld: () => true },
  now: () => now,
  log,
  stepMs: 5,
  limits: LIMITS,
});
let count = 0;
process.stdout.write('committed 0\n');
while (now < NOW + WEEK_MS) {
  await commit();
  // Often the same minute, sometimes the same millisecond; once in a while a night.
  if (random() < 0.9) now += Math.round((random() * 2 * WEEK_MS * 0.8) / COMMITS);
  if (random() < 0.001) now += 8 * 60 * 60_000;
  count += 1;
  process.stdout.write(`committed ${count}\n`);
}
while (
  (await store.past({ kind: 'state', limit: 1, order: 'oldest-first' }))[0]?.upTo?.rev !== board.rev
)
  await sleep(10);
await keeping.close();
await following.close();
await store.close();

async function commit(): Promise<void> {
  const wallet = walletOf(1 + Math.floor(random() * PLAYERS));
  const asked = { stakeId: null, commandId: null, now };
  const { player, order } = await store.load(wallet, asked);
  const held = holdings({ denaWei: dena(10_000_000), cultural: 500 });
  const id = stakeIdSchema.parse(`stake-${now}-${count}-${process.pid}`);
  let change: Change | null = null;
  if (!player) {
    const nationId = NATION_IDS[Math.floor(random() * NATION_IDS.length)] ?? 'usa';
    const decision = chooseNation(null, { wallet, nationId }, { now, holdings: held });
    change = decision.ok ? decision.change : null;
  } else {
    const roll = random();
    if (roll < 0.6) {
      const amountWei = dena(10 * Math.ceil(random() * 3000));
      const decision = stakeDena(player, { stakeId: id, amountWei }, { now, holdings: held });
      change = decision.ok ? decision.change : null;
    } else if (roll < 0.75) {
      const command = {
        stakeId: id,
        kind: 'cultural',
        contract: ALICE,
        tokenId: BigInt(NATIONS[player.nationId].tokenId),
        quantity: 1,
      } as const;
      const collections = { national: ALICE, cultural: ALICE };
      const token = { imageUrl: '', attributes: [] };
      const decision = stakeNft(player, command, { now, holdings: held, collections, token });
      change = decision.ok ? decision.change : null;
    } else {
      const query = { kinds: STAKE_KINDS, activeOnly: true, before: null, limit: 100 };
      const stakes = (await store.stakes(wallet, query)).map((before) => ({
        before,
        after: {
          ...before,
          state: { status: 'ended', endedAt: now, reason: 'unbacked' },
        } as const,
      }));
      if (stakes.length > 0)
        change = changeBy(player, { kind: 'stakes-unbacked', detail: {}, stakes }, now);
    }
  }
  if (!change) return;
  try {
    await store.commit(inOrder(change, player, order), player?.version ?? 0, null);
  } catch (error) {
    // A killed process's transaction may still hold the player.
    if (!(error instanceof VersionConflict)) throw error;
    await sleep(50);
  }
}
