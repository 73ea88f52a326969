/** What the store holds for a player's page: the player, the receipt of the GDP, and how the GDP went. */
import { receiptOf, type Receipt } from '../../../common/rules/receipt.ts';
import { MAX_ACTIVE_STAKES } from '../../../common/rules/stake-limit.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { NATIONS } from '../../../common/values/nations.ts';
import type { Player } from '../../../common/values/player.ts';
import { STAKE_KINDS, type Stake } from '../../../common/values/stake.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

/** How many changes of the GDP are shown, and in how many events at most they are looked for. */
const HISTORY = { changes: 500, events: 1000, page: 500 } as const;
/** Stakes that are read: as many as a wallet may have active ones, of all three kinds [STK1]. */
const MOST_STAKES = STAKE_KINDS.length * MAX_ACTIVE_STAKES;
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
    const query = { kinds: STAKE_KINDS, activeOnly: true, before: null, limit: MOST_STAKES };
    const stakes = await store.stakes(wallet, query);
    const history = await gdpHistory(store, wallet);
    const after = await store.player(wallet);
    if (after?.version !== player.version) continue;
    return { player, receipt: receiptFor(player, stakes), history };
  }
  throw new StoreUnavailable('the player commits faster than they can be read');
}

/**
 * The receipt of the player's stakes. A wallet from before [STK1] may have more than are read: then the terms
 * come from the running totals, and the parts are those that were read.
 */
function receiptFor({ nationId, standing }: Player, stakes: readonly Stake[]): Receipt {
  const receipt = receiptOf(nationId, stakes);
  const { dena, national, cultural } = standing.activeStakes;
  if (dena + national + cultural <= MOST_STAKES) return receipt;
  const { startingGdp, culturalGdpBonus } = NATIONS[nationId];
  const production = BigInt(startingGdp) * BigInt(standing.productionHundredths);
  const gdp = {
    starting: startingGdp,
    national: Number(production / 100n),
    cultural: standing.culturalCount * culturalGdpBonus,
  };
  const rest = standing.gdp - gdp.starting - gdp.national - gdp.cultural;
  return {
    total: standing.gdp,
    terms: receipt.terms.map((one) => ({ ...one, gdp: { ...gdp, dena: rest }[one.term] })),
  };
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
