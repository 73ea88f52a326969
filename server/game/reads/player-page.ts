/**
 * A player's page: the player, the receipt of the GDP, and the GDP's history, as read and as
 * answered.
 */
import type { ReceiptView, SentPlayerPage } from '../../../common/protocol/players.ts';
import { receiptOf, type Receipt } from '../../../common/rules/receipt.ts';
import type { Address } from '../../../common/values/address.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { written } from '../../../common/values/cultural.ts';
import { GDP_KINDS } from '../../../common/values/event-kinds.ts';
import { instantText } from '../../../common/values/instant.ts';
import { isKnownEvent } from '../../../common/values/stored-event.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { STAKE_KINDS, type Stake } from '../../../common/values/stake.ts';
import type { StakeQuery, Store } from '../../store/store.ts';
import type { VerifiedUpTo } from '../engine/holdings-reader.ts';
import { nationView } from './views.ts';

/** How many events that can change the GDP are read for its history. */
const MOST_CHANGES = 500;
/** More than a wallet may have, of all three kinds, by any rules [STK1]. */
export const ACTIVE_STAKES: StakeQuery = {
  kinds: STAKE_KINDS,
  activeOnly: true,
  before: null,
  limit: 30_000,
};

type PlayerPage = NonNullable<Awaited<ReturnType<typeof readPlayerPage>>>;

type Reads = Pick<Store, 'player' | 'stakes' | 'events'>;

/**
 * Null for a wallet that has chosen no nation. The receipt adds up to the GDP unless the player
 * committed meanwhile; `readAtRevision` then reads again. @throws StoreUnavailable
 */
export async function readPlayerPage(store: Reads, wallet: Address) {
  const player = await store.player(wallet);
  if (!player) return null;
  const stakes = await store.stakes(wallet, ACTIVE_STAKES);
  const history = await gdpHistory(store, wallet);
  return { player, receipt: receiptOf(player.startingGdp, stakes), history };
}

/** After each commit that changed it, oldest first. */
async function gdpHistory(store: Reads, wallet: Address) {
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

export function playerPageView(
  { player, rank, receipt, history }: PlayerPage & { readonly rank: number | null },
  facts: {
    readonly isPresident: boolean;
    readonly verifiedUpTo: VerifiedUpTo;
    readonly rules: Rules;
  },
): SentPlayerPage {
  const { wallet, name, nationId, standing, gdpSince, joinedAt } = player;
  const { block, at } = facts.verifiedUpTo(player);
  return {
    walletAddress: wallet,
    name,
    nationId,
    nation: nationView(nationId, facts.rules),
    rank,
    gdp: standing.gdp,
    gdpSince: instantText(gdpSince),
    joinedAt: instantText(joinedAt),
    isPresident: facts.isPresident,
    holdings: { block, verifiedAt: at === null ? null : instantText(at) },
    receipt: receiptView(receipt),
    contributed: player.contributed,
    history: history.map(({ at, gdp, rank, kind, detail }) => ({
      at: instantText(at),
      gdp,
      rank,
      kind: written(kind),
      detail,
    })),
  };
}

function receiptView({ total, terms }: Receipt): ReceiptView {
  return {
    total,
    terms: terms.map(({ term, gdp, parts }) => ({ term, gdp, parts: parts.map(partView) })),
  };
}

function partView(stake: Stake): ReceiptView['terms'][number]['parts'][number] {
  const { id: stakeId, stakedAt, unstakeableAt } = stake;
  const times = { stakedAt: instantText(stakedAt), unstakeableAt: instantText(unstakeableAt) };
  switch (stake.kind) {
    case 'dena':
      return { stakeId, amount: formatDena(stake.amountWei), gdpBonus: stake.gdpBonus, ...times };
    case 'national': {
      const { quantity, productionHundredths } = stake;
      return { stakeId, quantity, productionBonus: productionHundredths / 100, ...times };
    }
    case 'cultural':
      return { stakeId, quantity: stake.quantity, gdpBonus: stake.culturalGdpBonus, ...times };
  }
}
