/**
 * The ranking as it stands in the page's HTML: the server renders it, and no browser. Every part has the size
 * of the live one that takes its place; what only scripts can fill is a skeleton.
 */
import { SHOWN_ROWS } from '../../../../common/protocol/page-facts-place.ts';
import { NationsBoard } from '../../features/nations-board/NationsBoard.tsx';
import { LIST_TITLE } from '../../features/ranking/bar-parts.tsx';
import { Podium } from '../../features/ranking/Podium.tsx';
import { presidentNamesOf } from '../../features/ranking/president-names.ts';
import { columnWidths } from '../../features/ranking/ranking-grid.ts';
import { RankingRow } from '../../features/ranking/RankingRow.tsx';
import { ListSheet } from '../../features/ranking/RankingSkeleton.tsx';
import { FlowRows, RankingHead, RankingTable } from '../../features/ranking/RankingTable.tsx';
import { SampleRanking } from '../../features/ranking/SampleRanking.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { RankingFrame } from './RankingFrame.tsx';

export function RankingStanding() {
  const { rows, totalCount, isPending } = useLeaderboard({ poll: false });
  if (isPending) return <RankingFrame />;
  if (rows.length === 0) return <SampleRanking />;
  const presidentNames = presidentNamesOf(rows);
  return (
    <RankingFrame
      podium={<Podium rows={rows} you={null} presidentNames={presidentNames} />}
      board={<NationsBoard />}
      list={
        <ListSheet>
          <RankingTable
            aria-label={LIST_TITLE}
            aria-rowcount={totalCount + 1}
            style={{ ...columnWidths(Math.max(totalCount, rows.length), rows[0]?.gdp) }}
          >
            <RankingHead />
            <FlowRows>
              {rows.slice(0, SHOWN_ROWS).map((entry, index) => (
                <RankingRow
                  key={entry.walletAddress}
                  entry={entry}
                  index={index}
                  isYou={false}
                  moved={0}
                  presidentName={presidentNames[entry.nationId]}
                  isTabStop
                />
              ))}
            </FlowRows>
          </RankingTable>
        </ListSheet>
      }
    />
  );
}
