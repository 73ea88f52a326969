/** The ranking for a wall screen (/ranking?screen=tv): feeds its parts. */
import { useMemo } from 'react';
import { finishedStage, isBigMove } from '../../features/activity/big-moves.ts';
import { useActivity } from '../../features/activity/use-activity.ts';
import { wordsOf } from '../../features/activity/words.ts';
import { BigScreen } from '../../features/big-screen/BigScreen.tsx';
import { TvMoves } from '../../features/big-screen/TvMoves.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useWatching } from '../../live/live-values.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';

const PACE_MS = 1500;

export function RankingTv() {
  const { rows, totalCount, isPending } = useLeaderboard();
  const { activity } = useActivity({});
  const paced = usePaced(activity ? 'read' : 'asked', activity, { paceMs: PACE_MS, isHeld: false });
  const moves = useMemo(
    () =>
      (paced ?? [])
        .filter((event, i, all) => isBigMove(event, all.slice(i + 1)))
        .map((event) => ({ event, words: wordsOf(event), isOfNation: finishedStage(event) })),
    [paced],
  );
  return (
    <BigScreen
      rows={rows}
      totalCount={totalCount}
      isPending={isPending}
      watching={useWatching()?.total ?? null}
      moves={<TvMoves moves={moves} />}
    />
  );
}
