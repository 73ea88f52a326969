/** [NAT3] The command that makes a wallet a player. */
import { z } from 'zod';
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { shown, shownPlayerSchema, type Holdings } from '../../../common/values/player.ts';
import { ChainUnavailable } from '../../chain/chain.ts';
import type { Command, World } from '../engine/command.ts';

const chosenNationSchema = z.object({
  /** False if the wallet had chosen this nation before. */
  first: z.boolean(),
  player: shownPlayerSchema,
});

export function chooseNationCommand(order: {
  readonly wallet: Address;
  readonly nationId: NationId;
  /**
   * Called before a wallet joins that, as far as is known, holds none of the three assets; more
   * than once if the join is retried. The caller receives whatever it throws.
   */
  readonly onEmptyHanded?: () => void;
  /** Reads the chain for this join; by default as for any signed command. */
  readonly readHoldings?: World['holdings'] | undefined;
}): Command<z.infer<typeof chosenNationSchema>> {
  return {
    wallet: order.wallet,
    readHoldings: order.readHoldings,
    lane: 'chain',
    answerSchema: chosenNationSchema,
    async decide({ player: known }, world) {
      const holdings = known ? known.holdings : await firstHoldings(order, world);
      if (!known && isEmptyHanded(holdings)) order.onEmptyHanded?.();
      const decision = chooseNation(known, order, {
        now: world.now(),
        rules: world.rules,
        holdings,
      });
      if (!decision.ok) return decision;
      const player = decision.change?.player ?? known;
      if (!player) throw new Error('a first choice of a nation produced no player');
      const { change } = decision;
      return { ok: true, change, answer: { first: change !== null, player: shown(player) } };
    },
  };
}

function isEmptyHanded({ denaWei, national, cultural }: Holdings): boolean {
  return denaWei === 0n && national === 0 && cultural === 0;
}

/** [CHN2] A nation can be chosen while the chain is down: nothing is known of the wallet then. */
async function firstHoldings(
  { wallet, nationId }: { readonly wallet: Address; readonly nationId: NationId },
  world: World,
): Promise<Holdings> {
  try {
    return await world.holdings(wallet, nationId, 0);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { block: 0, denaWei: 0n, national: 0, cultural: 0 };
  }
}
