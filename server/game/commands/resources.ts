/** The commands by which a player gets resources and gives them away. */
import { z } from 'zod';
import { contribute } from '../../../common/rules/contribute.ts';
import { NO_NATION } from '../../../common/rules/decision.ts';
import { trade, type TradeOrder } from '../../../common/rules/trade.ts';
import type { Address } from '../../../common/values/address.ts';
import { weiCodec } from '../../../common/values/amount.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { shown, shownPlayerSchema } from '../../../common/values/player.ts';
import type { ResourceUnits } from '../../../common/values/resources.ts';
import type { Command } from '../engine/command.ts';

const tradedSchema = z.object({ player: shownPlayerSchema, costWei: weiCodec });

/** [TRD1] Trades DENA for resources, checked against the balance on chain. */
export function tradeCommand({
  wallet,
  ...order
}: TradeOrder & { readonly wallet: Address }): Command<z.infer<typeof tradedSchema>> {
  return {
    wallet,
    lane: 'chain',
    answerSchema: tradedSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const { nationId, holdings: known } = player;
      const holdings = await world.holdings(wallet, nationId, known.block);
      const decision = trade(player, order, { now: world.now(), rules: world.rules, holdings });
      if (!decision.ok) return decision;
      const { change, costWei } = decision;
      return { ok: true, change, answer: { player: shown(change.player), costWei } };
    },
  };
}

const contributedSchema = z.object({ player: shownPlayerSchema });

/**
 * [WRK1] Contributes resources to the work of the player's nation. It needs no chain.
 * @param totalsOf what a nation's players have contributed, as far as this process knows.
 */
export function contributeCommand(
  { wallet, ...gift }: Parameters<typeof contribute>[1] & { readonly wallet: Address },
  totalsOf: (nationId: NationId) => ResourceUnits,
): Command<z.infer<typeof contributedSchema>> {
  return {
    wallet,
    lane: 'ledger',
    answerSchema: contributedSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const totals = totalsOf(player.nationId);
      const facts = { now: world.now(), rules: world.rules, totals };
      const decision = contribute(player, gift, facts);
      if (!decision.ok) return decision;
      const { change } = decision;
      return { ok: true, change, answer: { player: shown(change.player) } };
    },
  };
}
