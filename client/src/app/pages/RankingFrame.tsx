/** The ranking before it is live: every part in its place, at its exact size, and a skeleton where none is given. */
import type { ReactNode } from 'react';
import { ActivitySkeleton } from '../../features/activity/activity-lines.tsx';
import { ChartSkeleton } from '../../features/nations-chart/parts.tsx';
import { BoardSkeleton } from '../../features/nations-board/board-parts.tsx';
import { BarSkeleton } from '../../features/ranking/bar-parts.tsx';
import { PodiumSkeleton } from '../../features/ranking/podium-parts.tsx';
import { ChartSlot, Race } from '../../features/ranking/race-parts.tsx';
import { RankingSkeleton } from '../../features/ranking/RankingSkeleton.tsx';

export function RankingFrame({
  podium,
  board,
  list,
}: {
  readonly podium?: ReactNode;
  readonly board?: ReactNode;
  readonly list?: ReactNode;
}) {
  return (
    <>
      {podium ?? <PodiumSkeleton />}
      <Race>
        <div data-part="nations">
          {board ?? <BoardSkeleton />}
          <ChartSlot>
            <ChartSkeleton />
          </ChartSlot>
        </div>
        <div data-part="bar">
          <BarSkeleton />
        </div>
        <div data-part="list">{list ?? <RankingSkeleton />}</div>
        <div data-part="feed">
          <ActivitySkeleton />
        </div>
      </Race>
    </>
  );
}
