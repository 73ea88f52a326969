/** [CHN1] Reads a player's newest stakes, only as many as a verification has to end. */
import type { Unbacked } from '../../../common/rules/verify-holdings.ts';
import type { Player } from '../../../common/values/player.ts';
import { amountOf, STAKE_KINDS, type Stake, type StakeKind } from '../../../common/values/stake.ts';
import { VersionConflict, type Store } from '../../store/store.ts';

/**
 * Of each kind enough to cover the amount, newest first, as of this version of the player.
 * @throws VersionConflict if the player has changed since: other stakes would not match its totals.
 * @throws StoreUnavailable
 */
export async function newestStakes(
  store: Pick<Store, 'stakes' | 'player'>,
  player: Player,
  amounts: Unbacked,
): Promise<Stake[]> {
  const found: Stake[] = [];
  for (const kind of STAKE_KINDS)
    found.push(...(await newestOf(store, player, kind, amounts[kind])));
  if (found.length === 0) return found;
  const now = await store.player(player.wallet);
  if (now?.version !== player.version) {
    throw new VersionConflict(`${player.wallet} is no longer at version ${player.version}`);
  }
  return found;
}

async function newestOf(
  store: Pick<Store, 'stakes'>,
  { wallet, standing }: Player,
  kind: StakeKind,
  amount: bigint,
): Promise<Stake[]> {
  if (amount <= 0n) return [];
  const limit = standing.activeStakes[kind];
  const query = { kinds: [kind], activeOnly: true, before: null, limit };
  let missing = amount;
  return (await store.stakes(wallet, query)).filter((stake) => {
    if (missing <= 0n) return false;
    missing -= amountOf(stake);
    return true;
  });
}
