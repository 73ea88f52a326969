/** The loaded ranking, live, filtered by the page's URL; a sample if it is empty. */
import { memo, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { Watching } from '../../features/live-status/Watching.tsx';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import type { BoardNation } from '../../features/nations-board/NationsBoard.tsx';
import { useStandings } from '../../live/standings.ts';
import { CsvLink } from '../../features/ranking/CsvLink.tsx';
import { readRankingUrl } from '../../features/ranking/ranking-url.ts';
import { PauseButton, RankingBar } from '../../features/ranking/RankingBar.tsx';
import { RankingDigest } from '../../features/ranking/RankingDigest.tsx';
import { EmptyRanking } from '../../features/ranking/SampleRanking.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { ONE_COLUMN } from '../../features/ranking/page-layout.ts';
import { RewindButton } from '../../features/ranking/rewind/RewindButton.tsx';
import { useJump } from '../../features/ranking/use-jump.ts';
import { usePausableRows } from '../../features/ranking/use-pausable-rows.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useRowMarks } from '../../live/row-marks.ts';
import { formatCompact } from '../../ui/format.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { ListSkeleton } from '../../features/ranking/RankingTable.tsx';
import { LivePeople } from '../../features/ranking/people/late-people.tsx';
import { lateBeside } from '../../views/late-beside.tsx';
import { FEED_LINES, RankingView, type RankingSource } from './RankingView.tsx';

/** Few search. */
const FoundPlayers = lateBeside(
  () => import('../../features/ranking/FoundPlayers.tsx').then((module) => module.FoundPlayers),
  <ListSkeleton />,
);

/**
 * The ranking changes so often at most, and while the reader scrolls less often: drawn with every
 * tick, it left no time for frames (12–15 a second at 20 changes a second).
 */
const PACE_MS = { resting: 250, scrolling: 1000 } as const;
/** Scrolling has ended if nothing was scrolled for so long. */
const REST_MS = 150;

/** What ticks change. */
interface LiveRanking {
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
  readonly own: LeaderboardEntry | null;
  readonly nations: readonly BoardNation[] | null;
  readonly marks: ReadonlyMap<Address, ShownEvent>;
}

export function RankingLive() {
  const { rows, totalCount } = useLeaderboard();
  const [own, nations, marks] = [useOwnRow(), useStandings(), useRowMarks()];
  const ranking = useMemo(
    () => ({ rows, totalCount, own, nations, marks }),
    [rows, totalCount, own, nations, marks],
  );
  const paceMs = PACE_MS[useIsScrolling() ? 'scrolling' : 'resting'];
  const subject = `${rows.length === 0} ${own?.walletAddress}`;
  const shown = usePaced(subject, ranking, { paceMs, isPaused: false });
  return shown.rows.length === 0 ? <EmptyRanking /> : <Live ranking={shown} />;
}

function useIsScrolling(): boolean {
  const [isScrolling, setIsScrolling] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsScrolling(false), REST_MS);
      setIsScrolling(true);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, []);
  return isScrolling;
}

/** Narrower windows have no room for it. */
const Watched = styled.span`
  @media ${ONE_COLUMN} {
    display: none;
  }
`;

const Live = memo(function Live({ ranking }: { readonly ranking: LiveRanking }) {
  const { totalCount, own, nations, marks } = ranking;
  const { rows, ...pause } = usePausableRows(ranking.rows);
  const [params] = useSearchParams();
  const url = useMemo(() => readRankingUrl(params), [params]);
  const { key } = useLocation();
  const { walletAddress: you, status } = useWallet();
  const moves = useRankMoves(rows);
  const { people } = url;
  const nationId = people ? null : url.nationId;
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
  const players = nations?.find((one) => one.nationId === nationId)?.players ?? 0;
  const bar = (
    <RankingBar
      url={url}
      problem={problem}
      figureOf={
        nations &&
        ((id) => `$${formatCompact(nations.find((one) => one.nationId === id)?.gdp ?? 0)}`)
      }
    >
      <PauseButton {...pause} />
      <RewindButton people={people} />
      <Watched>
        <Watching />
      </Watched>
    </RankingBar>
  );
  const everyone = (
    <>
      <RankingList
        rows={rows}
        nationId={nationId}
        totalCount={nationId ? players : totalCount}
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
  );
  const list = url.q ? (
    <FoundPlayers q={url.q} you={you} />
  ) : people ? (
    <LivePeople
      key={people}
      {...ranking}
      people={people}
      rows={rows}
      you={you}
      isPaused={pause.isPaused}
      everyone={everyone}
    />
  ) : (
    everyone
  );
  const feed = (
    <ActivityFeed
      key={`${nationId} ${people}`}
      nationId={nationId}
      people={people}
      isPaused={pause.isPaused}
      lines={FEED_LINES}
    />
  );
  // What a few people did is below their list.
  const view = people && url.view === 'list' ? 'both' : url.view;
  const source: RankingSource = {
    rows,
    you,
    nations,
    view,
    bar,
    chart: <LateNationsChart />,
    list,
    feed,
  };
  return (
    <>
      <RankingView source={source} />
      <RankingDigest rows={rows} />
    </>
  );
});
