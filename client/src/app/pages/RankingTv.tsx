/**
 * The ranking for a wall screen (/ranking?screen=tv): ten rows and a sentence, as the director has
 * it [SCR77]; the nations' race, and the latest big moves. In the last hour of a week, and for some
 * minutes after it, the rows are the week's ten best.
 */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { weekAt, weekBegins, weekNumber, weekOf } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { FeedLines } from '../../features/activity/ActivityFeed.tsx';
import { bigMoves } from '../../features/activity/big-moves.ts';
import { useActivity } from '../../features/activity/use-activity.ts';
import { BigScreen, useSparePx } from '../../features/big-screen/BigScreen.tsx';
import { useDirector } from '../../features/big-screen/use-director.ts';
import { boardOfWeek } from '../../features/nations-board/board-nations.ts';
import { useStandings } from '../../live/standings.ts';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import { weekRows, type RankedRow } from '../../features/ranking/week-rows.ts';
import { Invitation } from '../../features/ranking/SampleRanking.tsx';
import { FlowTable } from '../../features/ranking/RankingTable.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useWatching } from '../../live/live-values.ts';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { PORTRAIT } from '../../ui/layout/boxes.ts';
import { useFollowed } from '../../ui/follow.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { useMatches } from '../../ui/use-matches.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { Caption } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { competingText, useNationsPlayed } from '../../views/competing.ts';
import { useWeek } from '../../views/weeks/use-weeks.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { useTvFacts } from './use-tv-facts.ts';
import { wallRoom } from './wall-room.ts';
import { listTitle, othersText, wallRows } from './wall-rows.tsx';
import { RankingView, type RankingSource } from './RankingView.tsx';

const PACE_MS = 1500;
const MOST_MOVES = 20;
/** Nothing older is news; what is older by a part of a step goes at once. */
const RECENT_MS = 10 * 60_000;
const STEP_MS = 15_000;
const LAST_HOUR_MS = 60 * 60_000;
/** How long a week's podium stays after its end. */
const PODIUM_MS = 5 * 60_000;
const TICK_MS = 1000;

/** Once it has ended. */
function weekState({ state, champion }: Season, week: number): string {
  if (state === 'closing') return 'The week has ended. The last moves are being counted.';
  const won = champion
    ? `${nameOf(champion)} won with ${formatDeltaDollars(champion.gained)}`
    : 'nobody gained anything';
  return `Week ${weekNumber(week)} final: ${won}`;
}

/** The week of the address, or the one whose last hour or end it is; null: the all-time ranking. */
function useShownWeek(): { readonly shown: number | null; readonly ending: number } {
  const [params] = useSearchParams();
  const now = useGameNow();
  useTick(TICK_MS);
  const ending = weekAt(now() - PODIUM_MS);
  const isTheatre = now() >= weekBegins(ending + 1) - LAST_HOUR_MS;
  return {
    shown: weekOf(params.get('season')?.toUpperCase() ?? '') ?? (isTheatre ? ending : null),
    ending,
  };
}

/** The latest big ones, as many as there is ever room for; undefined while unknown. */
function useMoves() {
  const now = useGameNow();
  const { activity } = useActivity();
  const paced = usePaced(activity ? 'read' : 'asked', activity, {
    paceMs: PACE_MS,
    isPaused: false,
  });
  const sinceMs = Math.ceil((now() - RECENT_MS) / STEP_MS) * STEP_MS;
  return useMemo(
    () =>
      paced &&
      bigMoves(
        paced.filter(({ at }) => instantOf(at) >= sinceMs),
        MOST_MOVES,
      ),
    [paced, sinceMs],
  );
}

export function RankingTv() {
  const { rows: allTime, totalCount, isPending } = useLeaderboard();
  const nationsPlayed = useNationsPlayed(allTime);
  const now = useGameNow();
  const { shown, ending } = useShownWeek();
  const week = useWeek(shown ?? ending).data;
  const isWeek = shown !== null && !!week;
  const rows: readonly RankedRow[] = useMemo(
    () => (isWeek ? weekRows(week) : allTime),
    [isWeek, week, allTime],
  );
  const live = useStandings();
  const nations = isWeek ? boardOfWeek(week.season) : live;
  const nowMs = now();
  const facts = useTvFacts({ week: isWeek ? week : null, nowMs, rows, nations });
  const director = useDirector(isWeek ? week.season.id : 'all', facts, nowMs);
  const { scene } = director;
  const best = wallRows(scene, rows, useFollowed());
  const others = othersText(scene ?? {}, best.length, live);
  const moves = useMoves();
  const room = wallRoom({
    rows: best.length,
    hasNote: others !== null,
    isWeek,
    isUpright: useMatches(PORTRAIT),
    sparePx: useSparePx(),
    moves: moves?.length ?? null,
  });
  const isEmpty = !isPending && totalCount === 0;
  const isRunning = !isWeek || week.season.state === 'running';
  const title = listTitle(scene ?? {}, isWeek);
  const source: RankingSource = {
    isWall: true,
    rows: best,
    nations,
    chart: isWeek || isEmpty ? null : <LateNationsChart wallPx={room.chartPx} />,
    list: isEmpty ? (
      <Invitation />
    ) : best.length === 0 ? (
      <PanelNote>Nobody has gained anything in this week yet.</PanelNote>
    ) : (
      <>
        <header>
          <h2>{title}</h2>
          <span data-held={director.isHeld || undefined}>{director.hint}</span>
        </header>
        <div style={{ minBlockSize: room.listPx }}>
          <FlowTable
            key={isWeek ? 'week' : scene?.candidates ? scene.id : 'all'}
            isStatic
            rows={best}
            label={title}
            found={scene?.people}
            wallRowPx={room.rowPx}
          />
          {others && <Caption as="p">{others}</Caption>}
        </div>
      </>
    ),
    feed:
      isEmpty || moves?.length === 0 ? null : (
        <FeedLines isWall events={moves} lines={room.moves} />
      ),
  };
  return (
    <BigScreen
      competing={isPending ? null : competingText(totalCount, nationsPlayed)}
      watching={useWatching()?.total ?? null}
      director={director}
      isShort={room.isBelow}
      ended={isRunning ? null : weekState(week.season, shown)}
      week={
        isRunning && (
          <>
            <span>{isWeek ? 'Gained this week · ends in ' : 'Week ends in '}</span>
            <WeekClock week={shown ?? ending} />
          </>
        )
      }
    >
      <RankingView source={source} />
    </BigScreen>
  );
}
