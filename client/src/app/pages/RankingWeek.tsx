/** The ranking of a week (/ranking?season=…). The one that runs is live; when it ends, its podium stays for a while. */
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { weekBegins, weekOf } from '../../../../common/values/week.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { boardOfWeek } from '../../features/nations-board/use-board-nations.ts';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { readRankingUrl, type RankingUrl } from '../../features/ranking/ranking-url.ts';
import { WeekBar, WeekState } from '../../features/ranking/WeekBar.tsx';
import { weekRows, type RankedRow } from '../../features/ranking/week-rows.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { Caption } from '../../ui/text.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WEEK_RULES, weekTitle } from '../../views/weeks/week-text.ts';
import { NationsBest, NoWeek, WeekFailed } from '../../views/weeks/week-parts.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { FEED_LINES, RankingFrame, RankingView } from './RankingView.tsx';

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
  const { data, isError, isFetching, refetch } = useWeek(week, { isWhole: true });
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const url = useMemo(() => readRankingUrl(params), [params]);
  const rows = useMemo(() => (data ? weekRows(data) : []), [data]);
  const moves = useRankMoves(rows);
  if (data === null) return <NoWeek why={week > thisWeek ? 'to-come' : 'before'} />;
  if (isError) return <WeekFailed isFetching={isFetching} onRetry={refetch} />;
  if (!data) return framed(<RankingFrame />);
  const { season, entries } = data;
  const isRunning = season.state === 'running';
  const title = weekTitle(week);
  const listed = rows.filter((row) => isListed(row, url));
  return framed(
    <RankingView
      rows={rows}
      you={you}
      nations={boardOfWeek(season)}
      bar={<WeekBar week={week} data={data} url={url} />}
      chart={isRunning ? <LateNationsChart /> : <LateNationsChart atMs={weekBegins(week + 1)} />}
      list={
        <>
          <RankingList
            isWeek
            rows={listed}
            totalCount={listed.length}
            longestRank={season.players}
            label={
              season.players > entries.length
                ? `${title}: the first ${formatCount(entries.length)} of ${formatCount(season.players)}`
                : title
            }
            none={
              rows.length > 0
                ? 'Nobody like that among those who are ranked.'
                : 'Nobody has gained anything in this week yet.'
            }
            you={you}
            moves={moves}
          />
          <Caption as="p" style={{ padding: 'var(--space-3)' }}>
            {WEEK_RULES}
          </Caption>
        </>
      }
      feed={isRunning ? <ActivityFeed lines={FEED_LINES} /> : <NationsBest data={data} />}
    />,
    <WeekState week={week} data={data} />,
  );
}

/** Whether the address asks for it: of that nation, and with what is looked for in its name or at its wallet's start. */
function isListed({ nationId, name, walletAddress }: RankedRow, url: RankingUrl): boolean {
  const wanted = url.q.toLowerCase();
  return (
    (url.nationId === null || nationId === url.nationId) &&
    ((name?.toLowerCase().includes(wanted) ?? false) ||
      walletAddress.toLowerCase().startsWith(wanted))
  );
}
