/** What DENA is worth, and how much of a wallet's is free to stake or spend. No schemas. */
import type { Player, Standing } from '../values/player.ts';

/** [DEN1] `balance on chain − Σ active DENA stakes − spent in trades`, in wei, never below 0. */
export function availableWei(
  player: Pick<Player, 'holdings' | 'spentWei'> & {
    readonly standing: Pick<Standing, 'denaStakedWei'>;
  },
): bigint {
  const left = player.holdings.denaWei - player.standing.denaStakedWei - player.spentWei;
  return left > 0n ? left : 0n;
}
