/** What the store holds for a player's page: the player, the receipt of the GDP, and the GDP's history. */
import { receiptOf, type Receipt } from '../../../common/rules/receipt.ts';
import { MAX_ACTIVE_STAKES } from '../../../common/rules/stake-limit.ts';
import type { Address } from '../../../common/values/address.ts';
import { GDP_KINDS } from '../../../common/values/event-kinds.ts';
import { isKnownEvent, type KnownEvent } from '../../../common/values/stored-event.ts';
import type { Player } from '../../../common/values/player.ts';
import { STAKE_KINDS } from '../../../common/values/stake.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

/** How many events that can change the GDP are read for its history. */
const MOST_CHANGES = 500;
/** Stakes that are read: as many active ones as a wallet may have, of all three kinds [STK1]. */
const MOST_STAKES = STAKE_KINDS.length * MAX_ACTIVE_STAKES;
/** If the player commits during each of this many reads, the caller is told to try again. */
const MAX_READS = 8;

/** The GDP from a moment on, and the deed that led to it. */
export interface GdpStep extends Pick<KnownEvent, 'at' | 'kind' | 'detail' | 'rank'> {
  /** Dollars. */
  readonly gdp: number;
}

export interface PlayerPage {
  readonly player: Player;
  /** According to the board; null if it does not have the player yet. */
  readonly rank: number | null;
  readonly receipt: Receipt;
  /** After each commit that changed it, oldest first. */
  readonly history: readonly GdpStep[];
}

type Reads = Pick<Store, 'player' | 'stakes' | 'events'>;

/**
 * Null for a wallet that has chosen no nation. The receipt belongs to exactly this version of the player:
 * it adds up to the GDP.
 * @throws StoreUnavailable
 */
export async function readPlayerPage(
  store: Reads,
  wallet: Address,
): Promise<Omit<PlayerPage, 'rank'> | null> {
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const player = await store.player(wallet);
    if (!player) return null;
    const query = { kinds: STAKE_KINDS, activeOnly: true, before: null, limit: MOST_STAKES };
    const stakes = await store.stakes(wallet, query);
    const history = await gdpHistory(store, wallet);
    const after = await store.player(wallet);
    if (after?.version !== player.version) continue;
    return { player, receipt: receiptOf(player.nationId, stakes), history };
  }
  throw new StoreUnavailable('the player commits faster than they can be read');
}

async function gdpHistory(store: Reads, wallet: Address): Promise<GdpStep[]> {
  const events = await store.events({
    wallet,
    kinds: GDP_KINDS,
    limit: MOST_CHANGES,
    order: 'newest-first',
  });
  return events
    .filter(isKnownEvent)
    .filter(({ gdpBefore, row }) => gdpBefore !== row.gdp)
    .map(({ at, kind, detail, rank, row }) => ({ at, kind, detail, rank, gdp: row.gdp }))
    .toReversed();
}
