/** [CHN1] Reading the newest stakes of a player, no more of them than a verification has to end. */
import type { Unbacked } from '../../../common/rules/verify-holdings.ts';
import type { Player } from '../../../common/values/player.ts';
import { amountOf, STAKE_KINDS, type Stake, type StakeKind } from '../../../common/values/stake.ts';
import { VersionConflict, type Store } from '../../store/store.ts';

/** In each reading: all that a wallet can have of a kind [STK1]; one from before that rule has more. */
const PAGE = 500;

/**
 * Of each kind as many as come to the amount, newest first, as they were at this version of the player.
 * @throws VersionConflict where the player has gone on: other stakes would not fit its totals.
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
  { wallet }: Player,
  kind: StakeKind,
  amount: bigint,
): Promise<Stake[]> {
  const found: Stake[] = [];
  let missing = amount;
  let isEnd = false;
  while (missing > 0n && !isEnd) {
    const before = found.at(-1) ?? null;
    const page = await store.stakes(wallet, {
      kinds: [kind],
      activeOnly: true,
      before,
      limit: PAGE,
    });
    isEnd = page.length < PAGE;
    for (const stake of page) {
      if (missing <= 0n) break;
      found.push(stake);
      missing -= amountOf(stake);
    }
  }
  return found;
}
