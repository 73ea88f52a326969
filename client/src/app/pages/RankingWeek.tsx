/**
 * The ranking of a week (/ranking?season=…). The one that runs is live; its end is shown by
 * WeekEnd.tsx.
 */
import { Award, Trophy } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { NationId } from '../../../../common/values/nations.ts';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { ActivityFeed } from '../../features/activity/ActivityFeed.tsx';
import { boardOfWeek } from '../../features/nations-board/board-nations.ts';
import { CsvLink } from '../../features/ranking/CsvLink.tsx';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { readRankingUrl } from '../../features/ranking/ranking-url.ts';
import { RankingBar } from '../../features/ranking/RankingBar.tsx';
import { WeekState } from '../../features/ranking/WeekState.tsx';
import { useWantedRows } from '../../features/ranking/use-wanted-rows.ts';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { racerIn } from '../../features/season/own-race.ts';
import { NoWeek } from '../../features/season/WeekList.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCompact } from '../../ui/format.ts';
import { Caption } from '../../ui/text.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { weekPath, WEEK_RULES, WEEKS } from '../../views/paths.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { useWeek } from '../../views/weeks/use-weeks.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PeopleList } from '../../features/ranking/people/late-people.tsx';
import { FEED_LINES, RankingFrame, RankingView, type RankingSource } from './RankingView.tsx';

export function RankingWeek({
  id,
  framed,
}: {
  readonly id: string;
  /** Puts the page's title above, and a few words beside that. */
  readonly framed: (children: ReactNode, words?: ReactNode) => ReactNode;
}) {
  const week = weekOf(id.trim().toUpperCase());
  if (week === null) return <NoWeek />;
  return <WeekOf key={week} week={week} framed={framed} />;
}

function WeekOf({
  week,
  framed,
}: {
  readonly week: number;
  readonly framed: (children: ReactNode, words?: ReactNode) => ReactNode;
}) {
  const query = useWeek(week, { isWhole: true });
  const { data, isError } = query;
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const url = useMemo(() => readRankingUrl(params), [params]);
  const rows = useMemo(() => (data ? weekRows(data) : []), [data]);
  const moves = useRankMoves(rows);
  const wanted = useWantedRows(week, data, url);
  // What stands beside the list stays when the week ends before people's eyes.
  const [wasRunning, setWasRunning] = useState(false);
  if (!wasRunning && data?.season.state === 'running') setWasRunning(true);
  if (data === null) return <NoWeek />;
  if (isError) return <LoadFailedPage title="The week could not be loaded" query={query} />;
  if (!data) return framed(<RankingFrame />);
  const { season, entries } = data;
  const title = weekTitle(week);
  const gainOf = (id: NationId) =>
    `+$${formatCompact(season.nations.find((one) => one.nationId === id)?.gained ?? 0)}`;
  const everyone = (
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
        <Link data-tap to={WEEK_RULES}>
          How a week is won
        </Link>
      </Caption>
      {!url.q && <CsvLink of={`/api/seasons/${season.id}`} nationId={url.nationId} />}
    </>
  );
  const source: RankingSource = {
    rows,
    you,
    nations: boardOfWeek(season),
    view: url.people ? 'both' : 'list',
    bar: (
      <RankingBar title={title} url={url} week={week} figureOf={gainOf}>
        {racerIn(data) && (
          <ButtonLink to={weekPath(week)} tone="quiet" title="Those near you, and what passes them">
            <Trophy size={16} aria-hidden />
            <span>Your race</span>
          </ButtonLink>
        )}
        <ButtonLink to={WEEKS} tone="quiet" title="Who won each week">
          <Award size={16} aria-hidden />
          <span>Champions</span>
        </ButtonLink>
      </RankingBar>
    ),
    // The totals over time are of everything that ever was staked: the board has what the week
    // gained.
    chart: null,
    list: url.people ? (
      <PeopleList
        people={url.people}
        rows={rows}
        you={you}
        longestRank={season.players}
        isWeek
        everyone={everyone}
        {...(season.players <= entries.length && { absent: 'Gained nothing this week' })}
      />
    ) : (
      everyone
    ),
    feed: wasRunning ? <ActivityFeed people={url.people} lines={FEED_LINES} /> : null,
  };
  return framed(<RankingView source={source} />, <WeekState week={week} data={data} />);
}
