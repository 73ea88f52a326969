/** The ranking of a week (/ranking?season=…). The one that runs is live; when it ends, its podium stays for a while. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { boardOfWeek } from '../../features/nations-board/board-nations.ts';
import { CsvLink } from '../../features/ranking/CsvLink.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { readRankingUrl } from '../../features/ranking/ranking-url.ts';
import { WeekBar, WeekState } from '../../features/ranking/WeekBar.tsx';
import { useWantedRows } from '../../features/ranking/use-wanted-rows.ts';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { NoWeek } from '../../features/season/WeekList.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { Caption } from '../../ui/text.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { weekLink } from '../../views/paths.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WEEK_RULES } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { FEED_LINES, RankingFrame, RankingView, type RankingSource } from './RankingView.tsx';

/** How long the final podium stays before the new week. */
const PODIUM_S = 30;

export function RankingWeek({
  id,
  framed,
}: {
  readonly id: string;
  /** Puts the page's title above, and a few words beside that. */
  readonly framed: (children: ReactNode, words?: ReactNode) => ReactNode;
}) {
  const week = weekOf(id.trim().toUpperCase());
  if (week === null) return <NoWeek why="no-week" />;
  return <WeekOf key={week} week={week} framed={framed} />;
}

function WeekOf({
  week,
  framed,
}: {
  readonly week: number;
  readonly framed: (children: ReactNode, words?: ReactNode) => ReactNode;
}) {
  const thisWeek = useThisWeek();
  const query = useWeek(week, { isWhole: true });
  const { data, isError } = query;
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const url = useMemo(() => readRankingUrl(params), [params]);
  const rows = useMemo(() => (data ? weekRows(data) : []), [data]);
  const moves = useRankMoves(rows);
  const wanted = useWantedRows(week, data, url);
  const turn = useTurn(thisWeek, data?.season.state);
  if (data === null) return <NoWeek why={week > thisWeek ? 'to-come' : 'before'} />;
  if (isError) return <LoadFailedPage title="The week could not be loaded" query={query} />;
  if (!data) return framed(<RankingFrame />);
  const { season, entries } = data;
  const isRunning = season.state === 'running';
  const title = weekTitle(week);
  const source: RankingSource = {
    rows,
    you,
    nations: boardOfWeek(season),
    bar: <WeekBar week={week} data={data} url={url} turn={turn} />,
    // The totals over time are of everything that ever was staked: the board has what the week gained.
    chart: null,
    list: (
      <>
        <RankingList
          isWeek
          rows={wanted.rows}
          totalCount={wanted.rows.length}
          longestRank={season.players}
          label={
            season.players > entries.length && !wanted.isPart
              ? `${title}: the first ${formatCount(entries.length)} of ${formatCount(season.players)}`
              : title
          }
          none={wanted.none}
          you={you}
          moves={moves}
        />
        <Caption as="p" style={{ padding: 'var(--space-3)' }}>
          {wanted.isMore && <span>There may be others: type more to find them. </span>}
          <span>{WEEK_RULES}</span>
        </Caption>
        {!url.q && <CsvLink of={`/api/seasons/${season.id}`} nationId={url.nationId} />}
      </>
    ),
    feed: isRunning ? <ActivityFeed lines={FEED_LINES} /> : null,
  };
  return framed(<RankingView source={source} />, <WeekState week={week} data={data} />);
}

/** Once a week that was watched is final: the seconds until the one that runs is shown. */
function useTurn(thisWeek: number, state: 'running' | 'closing' | 'final' | undefined) {
  const navigate = useNavigate();
  const [wasRunning, setWasRunning] = useState(false);
  const [hasStayed, setHasStayed] = useState(false);
  const [inS, setInS] = useState(PODIUM_S);
  if (!wasRunning && state === 'running') setWasRunning(true);
  const isTurning = wasRunning && state === 'final' && !hasStayed;
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => setInS((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [isTurning]);
  const isOver = isTurning && inS <= 0;
  useEffect(() => {
    if (isOver) void navigate(weekLink(thisWeek), { replace: true, preventScrollReset: true });
  }, [isOver, navigate, thisWeek]);
  return isTurning ? { inS, stay: () => setHasStayed(true) } : null;
}
