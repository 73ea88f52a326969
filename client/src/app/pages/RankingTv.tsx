/** The ranking for a wall screen (/ranking?screen=tv): feeds its parts. */
import { useMemo } from 'react';
import { finishedStage, isBigMove } from '../../features/activity/big-moves.ts';
import { useDeeds } from '../../features/activity/use-deeds.ts';
import { wordsOf } from '../../features/activity/words.ts';
import { BigScreen } from '../../features/big-screen/BigScreen.tsx';
import { TvMoves } from '../../features/big-screen/TvMoves.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useWatching } from '../../live/use-watching.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';

const PACE_MS = 1500;

export function RankingTv() {
  const { rows, totalCount, isPending } = useLeaderboard();
  const { deeds } = useDeeds({});
  const paced = usePaced(deeds ? 'read' : 'asked', deeds, { paceMs: PACE_MS, isHeld: false });
  const moves = useMemo(
    () =>
      (paced ?? [])
        .filter((deed, i, all) => isBigMove(deed, all.slice(i + 1)))
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
