/** The ranking for a wall screen (/ranking?screen=tv): the ten best, the nations' race, and the latest big moves. */
import { useMemo } from 'react';
import { FeedLines } from '../../features/activity/ActivityFeed.tsx';
import { bigMoves } from '../../features/activity/big-moves.ts';
import { useActivity } from '../../features/activity/use-activity.ts';
import { BigScreen } from '../../features/big-screen/BigScreen.tsx';
import { useBoardNations } from '../../features/nations-board/use-board-nations.ts';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useWatching } from '../../live/live-values.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { RankingView } from './RankingView.tsx';

const PACE_MS = 1500;
const ROWS = 10;
const MOVES = 2;

export function RankingTv() {
  const { rows, totalCount, isPending } = useLeaderboard();
  const nations = useBoardNations();
  const { activity } = useActivity({});
  const paced = usePaced(activity ? 'read' : 'asked', activity, { paceMs: PACE_MS, isHeld: false });
  const moves = useMemo(() => paced && bigMoves(paced, MOVES), [paced]);
  const best = useMemo(() => rows.slice(0, ROWS), [rows]);
  return (
    <BigScreen totalCount={isPending ? null : totalCount} watching={useWatching()?.total ?? null}>
      <RankingView
        isWall
        rows={best}
        nations={nations}
        chart={<LateNationsChart isWall />}
        list={
          <RankingList
            isWall
            rows={best}
            totalCount={best.length}
            label={`Top ${ROWS}`}
            you={null}
            moves={useRankMoves(best)}
          />
        }
        feed={<FeedLines isWall events={moves} lines={MOVES} />}
      />
    </BigScreen>
  );
}
