/** [TRD1] The command that trades DENA for resources, checked against the balance on chain. */
import { z } from 'zod';
import { NO_NATION } from '../../../common/rules/decision.ts';
import { trade, type TradeOrder } from '../../../common/rules/trade.ts';
import type { Address } from '../../../common/values/address.ts';
import { weiCodec } from '../../../common/values/amount.ts';
import { shown, shownPlayerSchema } from '../../../common/values/player.ts';
import type { Command } from '../engine/command.ts';

const tradedSchema = z.object({ player: shownPlayerSchema, costWei: weiCodec });
export type Traded = z.infer<typeof tradedSchema>;

export function tradeCommand({
  wallet,
  ...order
}: TradeOrder & { readonly wallet: Address }): Command<Traded> {
  return {
    wallet,
    lane: 'chain',
    answerSchema: tradedSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const { nationId, holdings: known } = player;
      const holdings = await world.holdings(wallet, nationId, known.block);
      const decision = trade(player, order, { now: world.now(), holdings });
      if (!decision.ok) return decision;
      const { change, costWei } = decision;
      return { ok: true, change, answer: { player: shown(change.player), costWei } };
    },
  };
}
