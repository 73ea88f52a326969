/** The ranking for a screen on a wall (/ranking?screen=tv): what its parts are fed with. */
import { useDeeds } from '../../features/activity/use-deeds.ts';
import { BigScreen } from '../../features/big-screen/BigScreen.tsx';
import { TvMoves } from '../../features/big-screen/TvMoves.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';

/** Smaller ones are not told across a room. */
const BIG_MOVE = 1000;
const PACE_MS = 1500;

export function RankingTv() {
  const { rows, totalCount, isPending } = useLeaderboard();
  const { deeds } = useDeeds(null);
  const paced = usePaced(deeds ? 'read' : 'asked', deeds, { paceMs: PACE_MS, isHeld: false });
  const moves = paced?.filter(({ delta }) => Math.abs(delta) >= BIG_MOVE) ?? [];
  return (
    <BigScreen
      rows={rows}
      totalCount={totalCount}
      isPending={isPending}
      watching={null}
      moves={<TvMoves moves={moves} />}
    />
  );
}
