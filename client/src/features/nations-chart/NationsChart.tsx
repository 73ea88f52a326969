/**
 * The nations' totals over time: four lines, the last stretch live, and when the lead last changed.
 */
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { SPANS, type Span } from '../../../../common/protocol/nations.ts';
import { byNation, NATION_IDS, NATIONS } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { useStandings } from '../../live/standings.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Chart } from '../../ui/Chart.tsx';
import { ChoiceGroup } from '../../ui/choice-button.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatCompact, formatDay, formatDayTime } from '../../ui/format.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { leadChangesIn, lineOf, momentsOf, type Moment } from '../../views/nation-lines.ts';
import { Foot, Head, Plot, PLOT_PX, Sheet, SpanButton } from './parts.tsx';

const LABELS: Readonly<Record<Span, string>> = {
  '10m': '10 min',
  '24h': '24 h',
  '7d': '7 d',
  all: 'All',
};
/** The last stretch grows this often. */
const TICK_MS = 5000;
/** Its end follows the totals this often: four lines of a day are a long render. */
const PACE_MS = 1000;

type Cut = (moments: readonly Moment[]) => readonly Moment[];

/** The totals of a span, up to now or to where they are cut. */
function useMoments(span: Span, cut: Cut | undefined) {
  const { data = null, isError, refetch } = useQuery(nationsHistoryQuery(span));
  // A day of four lines is a long render.
  const history = useDeferredValue(data);
  const standings = usePaced('totals', useStandings(), { paceMs: PACE_MS, isPaused: false });
  const now = useGameNow();
  useTick(TICK_MS);
  const nowMs = Math.floor(now() / TICK_MS) * TICK_MS;
  const all = useMemo(() => {
    const live =
      standings && byNation((id) => standings.find((one) => one.nationId === id)?.gdp ?? 0);
    return history && momentsOf(history, nowMs, live);
  }, [history, nowMs, standings]);
  const moments = (all && cut?.(all)) ?? all;
  return { moments, isError: isError && !history, retry: () => void refetch() };
}

interface NationsChartProps {
  /** Of the past: the moments that had come by then. */
  readonly cut?: Cut;
  /** What is shown at first; of the past, the finest that reaches back so far. */
  readonly span?: Span;
  /** On a wall, with nothing to press: the height of its lines, in px. */
  readonly wallPx?: number;
}

export function NationsChart({ cut, span: first = '24h', wallPx }: NationsChartProps) {
  const isWall = wallPx !== undefined;
  const [span, setSpan] = useState(first);
  const { moments, isError, retry } = useMoments(span, cut);
  const last = useMemo(() => (moments ? leadChangesIn(moments).at(-1) : undefined), [moments]);
  // Longer spans have steps of hours, and their end has a time that is no step's.
  const isTimed = SPANS.indexOf(span) < 2 && last?.atMs !== moments?.at(-1)?.atMs;
  const leads =
    last &&
    `${NATIONS[last.by].name} has led since ${(isTimed ? formatDayTime : formatDay)(new Date(last.atMs))}`;
  const heading = isWall ? `Total GDP, last ${LABELS[span]}. ` : '';
  return (
    <Sheet aria-label="Total GDP over time">
      {!isWall && (
        <Head>
          <h2>Total GDP</h2>
          {!cut && (
            <ChoiceGroup aria-label="Time shown">
              {SPANS.map((one) => (
                <SpanButton
                  key={one}
                  type="button"
                  aria-pressed={one === span}
                  onClick={() => setSpan(one)}
                >
                  {LABELS[one]}
                </SpanButton>
              ))}
            </ChoiceGroup>
          )}
        </Head>
      )}
      <Plot $px={wallPx} aria-busy={!isError && !moments}>
        {moments && <Lines moments={moments} height={wallPx ?? PLOT_PX} />}
      </Plot>
      {(!cut || isError) && (
        <Foot data-wall={isWall || undefined}>
          {isError && !isWall ? (
            <button type="button" onClick={retry}>
              The history could not be loaded. Try again
            </button>
          ) : leads && isWall ? (
            heading + leads.replaceAll(' ', '\u00A0')
          ) : moments?.length ? (
            (leads ?? `${heading}The lead has not changed.`)
          ) : (
            '\u00A0'
          )}
        </Foot>
      )}
    </Sheet>
  );
}

const Lines = memo(function Lines({
  moments,
  height,
}: {
  readonly moments: readonly Moment[];
  readonly height: number;
}) {
  const lines = useMemo(
    () =>
      NATION_IDS.map((key) => ({
        key,
        points: lineOf(moments, key),
        colour: NATION_STYLES[key].colour,
      })),
    [moments],
  );
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return null;
  const since = formatDayTime(new Date(first.atMs));
  const words = NATION_IDS.map(
    (id) =>
      `${NATIONS[id].name}: ${formatDollars(first.totals[id])} on ${since}, then ${formatDollars(last.totals[id])}. `,
  );
  return (
    <Chart
      lines={lines}
      label={words.join('')}
      labels={{
        height,
        renderLabel: (nationId, value) => (
          <>
            <Flag nation={nationId} height={12} />
            <span>{`$${formatCompact(value)}`}</span>
          </>
        ),
      }}
    />
  );
});
