/** What the store holds for a player's page: the player, the receipt of the GDP, and how the GDP went. */
import { receiptOf, type Receipt } from '../../../common/rules/receipt.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { Player } from '../../../common/values/player.ts';
import { STAKE_KINDS, type Stake } from '../../../common/values/stake.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

/** How many changes of the GDP are shown, and in how many events at most they are looked for. */
const HISTORY = { changes: 500, events: 2000, page: 500 } as const;
/** Stakes read at a time: twice as many as a wallet may have active ones [STK1]. */
const STAKES = 1000;
/** Where the player commits during each of so many reads, the caller is told to come again. */
const MAX_READS = 8;

/** The GDP from a moment on. */
export interface GdpStep {
  readonly at: number;
  /** Dollars. */
  readonly gdp: number;
}

export interface PlayerPage {
  readonly player: Player;
  /** As the board has it; null where it has not heard of the player. */
  readonly rank: number | null;
  readonly receipt: Receipt;
  /** After each commit that changed it, oldest first. */
  readonly history: readonly GdpStep[];
}

type Reads = Pick<Store, 'player' | 'stakes' | 'events'>;

/**
 * Null for a wallet that has chosen no nation. The receipt is that of the very player: it adds up to the GDP.
 * @throws StoreUnavailable
 */
export async function readPlayerPage(
  store: Reads,
  wallet: Address,
): Promise<Omit<PlayerPage, 'rank'> | null> {
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const player = await store.player(wallet);
    if (!player) return null;
    const stakes = await activeStakes(store, wallet);
    const after = await store.player(wallet);
    if (after?.version !== player.version) continue;
    const receipt = receiptOf(player.nationId, stakes);
    return { player, receipt, history: await gdpHistory(store, wallet) };
  }
  throw new StoreUnavailable('the player commits faster than they can be read');
}

async function activeStakes(store: Reads, wallet: Address): Promise<Stake[]> {
  const stakes: Stake[] = [];
  for (;;) {
    const before = stakes.at(-1) ?? null;
    const query = { kinds: STAKE_KINDS, activeOnly: true, before, limit: STAKES };
    const page = await store.stakes(wallet, query);
    stakes.push(...page);
    if (page.length < STAKES) return stakes;
  }
}

async function gdpHistory(store: Reads, wallet: Address): Promise<GdpStep[]> {
  const newestFirst: GdpStep[] = [];
  let before: Rev | undefined;
  for (let seen = 0; seen < HISTORY.events;) {
    const events = await store.events({
      wallet,
      ...(before === undefined ? {} : { before }),
      limit: HISTORY.page,
      order: 'newest-first',
    });
    for (const event of events) {
      // What an event of an unknown kind changed is not told; the next one says what it came to.
      const isChange = event.kind !== 'unknown' && event.gdpBefore !== event.row.gdp;
      if (isChange) newestFirst.push({ at: event.at, gdp: event.row.gdp });
    }
    seen += events.length;
    before = events.at(-1)?.rev;
    const isEnd = events.length < HISTORY.page;
    if (isEnd || newestFirst.length >= HISTORY.changes) break;
  }
  return newestFirst.slice(0, HISTORY.changes).toReversed();
}
