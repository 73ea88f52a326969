/**
 * The ranking as it stands in the page's HTML: the server renders it, and no browser. What only
 * scripts can fill is a skeleton.
 */
import { SHOWN_ROWS } from '../../../../common/protocol/page-facts-place.ts';
import { useStandings } from '../../live/standings.ts';
import { FlowTable, LIST_TITLE, ListSheet } from '../../features/ranking/RankingTable.tsx';
import { EmptyRanking } from '../../features/ranking/SampleRanking.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { RankingFrame, RankingView } from './RankingView.tsx';

export function RankingStanding() {
  const { rows, totalCount, isPending } = useLeaderboard({ poll: false });
  const nations = useStandings();
  if (isPending) return <RankingFrame />;
  if (rows.length === 0) return <EmptyRanking />;
  const list = (
    <ListSheet aria-label={LIST_TITLE}>
      <FlowTable
        rows={rows.slice(0, SHOWN_ROWS)}
        count={Math.max(totalCount, rows.length)}
        label={LIST_TITLE}
      />
    </ListSheet>
  );
  return <RankingView source={{ rows, nations, list }} />;
}
