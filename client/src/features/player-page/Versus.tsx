/** `You and ramsey.eth: 3:2`, from the final weeks in which both have a place [SEA3]. */
import { useQuery } from '@tanstack/react-query';
import type { SeasonPlace } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { playerQuery } from '../../api/players.ts';
import { Muted } from '../../ui/text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

interface Them {
  readonly called: string;
  readonly places: readonly SeasonPlace[];
}

/** Nothing without a wallet, or on one's own page. */
export function Versus({ isYou, ...them }: Them & { readonly isYou: boolean }) {
  const { walletAddress } = useWallet();
  const hasPlaces = them.places.length > 0;
  return walletAddress && hasPlaces && !isYou ? <Score you={walletAddress} {...them} /> : null;
}

function Score({ you, called, places }: Them & { readonly you: Address }) {
  const { data } = useQuery(playerQuery(you));
  const score = scoreBetween(data?.seasons ?? [], places);
  if (!score) return null;
  return (
    <Muted title="Weeks in which each was ahead of the other">
      <span>{`You and ${called}: ${score.own}:${score.theirs}`}</span>
      <span> in weeks won against each other</span>
    </Muted>
  );
}

/** [SEA3] Of the final weeks in which both have a place, how many each was ahead in; null: there is no such week. */
export function scoreBetween(
  own: readonly SeasonPlace[],
  theirs: readonly SeasonPlace[],
): { readonly own: number; readonly theirs: number } | null {
  const ranks = new Map(theirs.map(({ id, rank }) => [id, rank]));
  const common = own.flatMap(({ id, rank }) => {
    const their = ranks.get(id);
    return their === undefined ? [] : [rank < their];
  });
  if (common.length === 0) return null;
  const won = common.filter(Boolean).length;
  return { own: won, theirs: common.length - won };
}
