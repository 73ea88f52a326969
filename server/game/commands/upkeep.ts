/** The commands that anyone may ask for, since they only bring a player up to date. */
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import { settleResources } from '../../../common/rules/settle-resources.ts';
import { sameHoldings, verifyHoldings } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import { playerSchema, type Holdings, type Player } from '../../../common/values/player.ts';
import { ChainUnavailable } from '../../chain/chain.ts';
import type { Command, World } from '../engine/command.ts';

/** [ACC1] Settles what resources accrued. */
export function settleCommand(wallet: Address): Command<Player> {
  return {
    wallet,
    lane: 'ledger',
    answerSchema: playerSchema,
    async decide(state, world) {
      if (!state) return NO_SUCH_PLAYER;
      const change = settleResources(state, { now: world.now() });
      return { ok: true, change, answer: change?.player ?? state.player };
    },
  };
}

/** The nation refresh: reads the chain again [CHN1] and settles resources [ACC1]. */
export function refreshCommand(wallet: Address): Command<Player> {
  return {
    wallet,
    lane: 'upkeep',
    answerSchema: playerSchema,
    async decide(state, world) {
      if (!state) return NO_SUCH_PLAYER;
      const holdings = await holdingsIfKnown(state.player, world);
      const facts = { now: world.now(), holdings };
      const change = sameHoldings(holdings, state.player.holdings)
        ? settleResources(state, facts)
        : verifyHoldings(state, facts);
      return { ok: true, change, answer: change?.player ?? state.player };
    },
  };
}

/** [CHN2] While the chain is away, the last verified state stands. */
async function holdingsIfKnown(player: Player, world: World): Promise<Holdings> {
  const { wallet, nationId, holdings: known } = player;
  try {
    return await world.holdings(wallet, nationId, known.block);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return known;
  }
}

/**
 * [CHN1] Takes over what the chain holds after a transfer of the wallet's, also where the balances
 * are as they were: what was checked at an older block must be checked again.
 * @param reorganised whether blocks that were read before are gone.
 */
export function verifyCommand(wallet: Address, reorganised: boolean): Command<Player> {
  return {
    wallet,
    lane: 'upkeep',
    answerSchema: playerSchema,
    async decide(state, world) {
      if (!state) return NO_SUCH_PLAYER;
      const { nationId, holdings: known } = state.player;
      const atLeastBlock = reorganised ? 0 : known.block;
      const holdings = await world.holdings(wallet, nationId, atLeastBlock);
      const change = verifyHoldings(state, { now: world.now(), holdings, reorganised });
      return { ok: true, change, answer: change?.player ?? state.player };
    },
  };
}
