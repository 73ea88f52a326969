/** `You were ahead of ramsey.eth in 3 of 5 weeks`, from the final weeks in which both have a place [SEA3]. */
import { useQuery } from '@tanstack/react-query';
import type { SeasonPlace } from '../../../../common/protocol/seasons.ts';
import { playerQuery } from '../../api/players.ts';
import { Muted } from '../../ui/text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

/** Nothing without a wallet, or on one's own page. */
export function Versus({
  called,
  places,
  isYou,
}: {
  readonly called: string;
  readonly places: readonly SeasonPlace[];
  readonly isYou: boolean;
}) {
  const { walletAddress } = useWallet();
  const { data } = useQuery(playerQuery(isYou || places.length === 0 ? null : walletAddress));
  const score = scoreBetween(data?.seasons ?? [], places);
  if (!score) return null;
  const weeks = score.own + score.theirs;
  return (
    <Muted>{`You were ahead of ${called} in ${score.own} of ${weeks === 1 ? '1 week' : `${weeks} weeks`}`}</Muted>
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
