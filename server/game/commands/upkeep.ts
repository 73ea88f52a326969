/** The commands that anyone may send for any player, since they only bring a player up to date. */
import { checkName } from '../../../common/rules/check-name.ts';
import { NO_SUCH_PLAYER, type ChainFacts, type Change } from '../../../common/rules/decision.ts';
import { settleResources } from '../../../common/rules/settle-resources.ts';
import {
  isVerified,
  unbackedAmounts,
  verifyHoldings,
} from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import {
  shown,
  shownPlayerSchema,
  type Holdings,
  type Player,
  type ShownPlayer,
} from '../../../common/values/player.ts';
import type { Command, World } from '../engine/command.ts';
import { unavailability } from '../engine/unavailable.ts';

/** Brings a player up to date, if there is anything to change; the answer is the player. */
function upkeepCommand(
  order: Pick<Command<ShownPlayer>, 'wallet' | 'lane' | 'readHoldings'>,
  changeOf: (player: Player, world: World) => Change | null | Promise<Change | null>,
): Command<ShownPlayer> {
  return {
    ...order,
    answerSchema: shownPlayerSchema,
    async decide({ player }, world) {
      if (!player) return NO_SUCH_PLAYER;
      const change = await changeOf(player, world);
      return { ok: true, change, answer: shown(change?.player ?? player) };
    },
  };
}

/** [ACC1] Settles what resources accrued. */
export const settleCommand = (wallet: Address) =>
  upkeepCommand({ wallet, lane: 'ledger' }, (player, world) =>
    settleResources(player, { now: world.now(), rules: world.rules }),
  );

/**
 * The nation refresh: reads the chain again [CHN1] and settles resources [ACC1].
 * @param readHoldings reads the chain for a caller who has not proven the wallet.
 */
export const refreshCommand = (wallet: Address, readHoldings?: World['holdings']) =>
  upkeepCommand({ wallet, readHoldings, lane: 'upkeep' }, async (player, world) => {
    const holdings = await holdingsIfKnown(player, world);
    const facts = { now: world.now(), rules: world.rules, holdings };
    return isVerified(player, holdings)
      ? settleResources(player, facts)
      : verified(player, world, facts);
  });

/**
 * [CHN2] While the chain is unavailable, or has no call left for a stranger, the last verified
 * state applies.
 */
async function holdingsIfKnown(player: Player, world: World): Promise<Holdings> {
  const { wallet, nationId, holdings: known } = player;
  try {
    return await world.holdings(wallet, nationId, known.block);
  } catch (error) {
    const code = unavailability(error)?.code;
    if (code === 'chain-unavailable' || code === 'busy') return known;
    throw error;
  }
}

/**
 * [CHN1] Records holdings that were read at a block. It makes no call to the chain, so the same
 * holdings serve each retry after a conflict.
 */
export const verifyCommand = (wallet: Address, holdings: Holdings) =>
  upkeepCommand({ wallet, lane: 'upkeep' }, (player, world) =>
    verified(player, world, { now: world.now(), rules: world.rules, holdings }),
  );

/**
 * [CHN1] The change that these holdings cause, with the stakes that they may end; if everything is
 * backed, no stake is read.
 */
async function verified(player: Player, world: World, facts: ChainFacts): Promise<Change | null> {
  const stakes = await world.newestStakes(player, unbackedAmounts(player, facts.holdings));
  return verifyHoldings(player, { ...facts, stakes });
}

/**
 * [NAM1] Records a wallet's name; the server issues it by itself. @param name null: the wallet has
 * none.
 */
export const checkNameCommand = (wallet: Address, name: string | null) =>
  upkeepCommand({ wallet, lane: 'upkeep' }, (player, world) =>
    checkName(player, name, { now: world.now() }),
  );
