/** Formats a player's page for its answer. */
import type { ReceiptView, SentPlayerPage } from '../../../common/protocol/players.ts';
import type { Receipt } from '../../../common/rules/receipt.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { written } from '../../../common/values/cultural.ts';
import { NATIONS } from '../../../common/values/nations.ts';
import type { Stake } from '../../../common/values/stake.ts';
import type { VerifiedUpTo } from '../engine/holdings-reader.ts';
import type { PlayerPage } from './player-page.ts';
import { instantText, nationView } from './views.ts';

export function playerPageView(
  { player, rank, receipt, history }: PlayerPage,
  facts: { readonly isPresident: boolean; readonly verifiedUpTo: VerifiedUpTo },
): SentPlayerPage {
  const { wallet, name, nationId, standing, gdpSince, joinedAt } = player;
  const { block, at } = facts.verifiedUpTo(player);
  return {
    walletAddress: wallet,
    name,
    nationId,
    nation: nationView(NATIONS[nationId]),
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
