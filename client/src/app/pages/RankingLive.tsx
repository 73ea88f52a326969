/** The loaded ranking, live, filtered by the page's URL; a sample if it is empty. */
import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { Watching } from '../../features/live-status/Watching.tsx';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import { useBoardNations } from '../../features/nations-board/use-board-nations.ts';
import { CsvLink } from '../../features/ranking/CsvLink.tsx';
import { FoundPlayers } from '../../features/ranking/FoundPlayers.tsx';
import { readRankingUrl } from '../../features/ranking/ranking-url.ts';
import { RankingBar } from '../../features/ranking/RankingBar.tsx';
import { RankingDigest } from '../../features/ranking/RankingDigest.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { RewindButton } from '../../features/ranking/rewind/RewindButton.tsx';
import { SampleRanking } from '../../features/ranking/SampleRanking.tsx';
import { useJump } from '../../features/ranking/use-jump.ts';
import { usePausableRows } from '../../features/ranking/use-pausable-rows.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { useRowMarks } from '../../live/row-marks.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { FEED_LINES, RankingView } from './RankingView.tsx';

interface RankingLiveProps {
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
}

export function RankingLive(props: RankingLiveProps) {
  return props.rows.length === 0 ? <SampleRanking /> : <Live {...props} />;
}

function Live({ rows: liveRows, totalCount }: RankingLiveProps) {
  const { rows, ...pause } = usePausableRows(liveRows);
  const [params] = useSearchParams();
  const url = useMemo(() => readRankingUrl(params), [params]);
  const { key } = useLocation();
  const own = useOwnRow();
  const { walletAddress: you, status } = useWallet();
  const totals = useNationTotals();
  const nations = useBoardNations();
  const marks = useRowMarks();
  const moves = useRankMoves(rows);
  const { nationId } = url;
  const isYouKnown = status !== 'starting' && status !== 'connecting';
  const { jump, problem } = useJump({
    around: url.around,
    nationId,
    rows,
    own,
    you,
    isYouKnown,
    key,
  });
  const listed = nationId ? (totals[nationId]?.players ?? 0) : totalCount;
  return (
    <>
      <RankingView
        rows={rows}
        you={you}
        nations={nations}
        view={url.view}
        bar={
          <RankingBar
            url={url}
            nations={nations}
            pause={pause}
            problem={problem}
            rewind={<RewindButton />}
            watching={<Watching />}
          />
        }
        chart={<LateNationsChart />}
        list={
          url.q ? (
            <FoundPlayers q={url.q} you={you} />
          ) : (
            <>
              <RankingList
                rows={rows}
                nationId={nationId}
                totalCount={listed}
                longestRank={Math.max(totalCount, rows.length)}
                own={own}
                you={you}
                isPaused={pause.isPaused}
                jump={jump}
                marks={marks}
                moves={moves}
              />
              <CsvLink of="/api/leaderboard" nationId={nationId} />
            </>
          )
        }
        feed={
          <ActivityFeed
            key={nationId}
            nationId={nationId}
            isPaused={pause.isPaused}
            lines={FEED_LINES}
          />
        }
      />
      <RankingDigest rows={rows} />
    </>
  );
}
