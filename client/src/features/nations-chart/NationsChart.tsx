/** The nations' totals over time: four lines, where they cross, and the last stretch live. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState, type PointerEvent } from 'react';
import { Link } from 'react-router-dom';
import { SPANS, type Span } from '../../../../common/protocol/nations.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { byNation, NATION_IDS, NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { useStandings } from '../../live/standings.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { ChoiceGroup } from '../../ui/choice-button.ts';
import { formatDayTime, formatDollars, formatGdpK } from '../../ui/format.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { rewindLink } from '../../views/rewind-link.ts';
import {
  across,
  apart,
  down,
  linePath,
  momentAt,
  momentsOf,
  overtakesIn,
  scaleOf,
  type Moment,
  type Overtake,
  type Scale,
} from '../../views/nation-lines.ts';
import { CHART, Foot, Head, Labels, Label, Mark, Plot, Sheet, SpanButton, Svg } from './parts.tsx';

const LABELS: Readonly<Record<Span, string>> = {
  '10m': '10 min',
  '24h': '24 h',
  '7d': '7 d',
  all: 'All',
};
const WIDTH = 1000;
const HEIGHT = 100;
/** The last stretch grows this often. */
const TICK_MS = 5000;
/** The newest; more would cover the lines. */
const MOST_MARKS = 12;

export function NationsChart({
  lit = null,
}: {
  /** The nation whose line is drawn stronger. */
  readonly lit?: NationId | null;
}) {
  const [span, setSpan] = useState<Span>('24h');
  const { data = null, isError, refetch } = useQuery(nationsHistoryQuery(span));
  // A day of four lines is a long render.
  const history = useDeferredValue(data);
  const standings = useStandings();
  const now = useGameNow();
  useTick(TICK_MS);
  const nowMs = Math.floor(now() / TICK_MS) * TICK_MS;
  const moments = useMemo(() => {
    const live =
      standings && byNation((id) => standings.find((one) => one.nationId === id)?.gdp ?? 0);
    return history && momentsOf(history, nowMs, live);
  }, [history, nowMs, standings]);
  const overtakes = useMemo(() => (moments ? overtakesIn(moments) : []), [moments]);
  const scale = moments && scaleOf(moments);
  const last = overtakes.at(-1);
  return (
    <Sheet aria-label="Total GDP over time">
      <Head>
        <h2>Total GDP</h2>
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
      </Head>
      {moments && scale ? (
        <Lines moments={moments} scale={scale} overtakes={overtakes.slice(-MOST_MARKS)} lit={lit} />
      ) : (
        <Plot aria-busy={!isError && !moments} />
      )}
      <Foot>
        {isError && !history ? (
          <button type="button" onClick={() => void refetch()}>
            The history could not be loaded. Try again
          </button>
        ) : last ? (
          <OvertakeLine overtake={last} />
        ) : moments?.length === 0 ? (
          'The lines begin with the first player.'
        ) : moments ? (
          'No nation passed another.'
        ) : (
          '\u00A0'
        )}
      </Foot>
    </Sheet>
  );
}

function OvertakeLine({ overtake: { atMs, by, of } }: { readonly overtake: Overtake }) {
  return (
    <Link to={rewindLink(atMs)} title="See the ranking as it was then">
      <time dateTime={instantText(atMs)}>{formatDayTime(new Date(atMs))}</time>
      <span>{` ${NATIONS[by].name} passed ${NATIONS[of].name}`}</span>
    </Link>
  );
}

function Lines({
  moments,
  scale,
  overtakes,
  lit,
}: {
  readonly moments: readonly Moment[];
  readonly scale: Scale;
  readonly overtakes: readonly Overtake[];
  readonly lit: NationId | null;
}) {
  /** Where the pointer is, from 0 to 1. */
  const [pointed, setPointed] = useState<number | null>(null);
  const shownMs = pointed === null ? null : scale.fromMs + pointed * (scale.toMs - scale.fromMs);
  const shown = (shownMs === null ? moments.at(-1) : momentAt(moments, shownMs)) ?? null;
  const paths = useMemo(
    () => byNation((id) => linePath(moments, id, scale, { width: WIDTH, height: HEIGHT })),
    [moments, scale],
  );
  const first = moments[0];
  if (!first || !shown) return null;
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const tops = apart(
    NATION_IDS.map((id) => down(scale, shown.totals[id]) * CHART.plot),
    CHART.label,
    CHART.plot,
  );
  return (
    <Plot>
      <div data-part="lines" onPointerMove={onMove} onPointerLeave={() => setPointed(null)}>
        <Svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {NATION_IDS.map((id) => (
            <path
              key={id}
              d={paths[id]}
              stroke={NATION_STYLES[id].colour}
              strokeWidth={id === lit ? 3 : 1.75}
              opacity={lit === null || id === lit ? 1 : 0.6}
            />
          ))}
        </Svg>
        {marksOf(overtakes).map((mark) => (
          <OvertakeMark
            key={`${mark.atMs} ${mark.by}`}
            mark={mark}
            scale={scale}
            moments={moments}
          />
        ))}
        {pointed !== null && <hr style={{ insetInlineStart: `${pointed * 100}%` }} />}
        <time data-part="from" dateTime={instantText(scale.fromMs)}>
          {formatDayTime(new Date(shownMs ?? scale.fromMs))}
        </time>
      </div>
      <Labels $longest={`$${formatGdpK(scale.high)}`} aria-hidden>
        {NATION_IDS.map((id, i) => (
          <Label
            key={id}
            style={{ transform: `translateY(${tops[i] ?? 0}px)` }}
            title={NATIONS[id].name}
          >
            <i style={{ background: NATION_STYLES[id].colour }} />
            <Flag nation={id} height={12} />
            <span>{`$${formatGdpK(shown.totals[id])}`}</span>
          </Label>
        ))}
      </Labels>
      <VisuallyHidden>
        {NATION_IDS.map((id) => (
          <span key={id}>
            {`${NATIONS[id].name}: ${formatDollars(first.totals[id])} on ${formatDayTime(new Date(first.atMs))}, ${formatDollars(moments.at(-1)?.totals[id] ?? 0)} now. `}
          </span>
        ))}
        <span>{overtakes.length > 0 && `Overtakes: ${overtakes.length}.`}</span>
      </VisuallyHidden>
    </Plot>
  );
}

/** Whom a nation passed at a moment: one mark, since several would lie on one spot. */
interface PassedAt {
  readonly atMs: number;
  readonly by: NationId;
  readonly passed: readonly NationId[];
}

function marksOf(overtakes: readonly Overtake[]): readonly PassedAt[] {
  const marks = new Map<string, PassedAt>();
  for (const { atMs, by, of } of overtakes) {
    const key = `${atMs} ${by}`;
    marks.set(key, { atMs, by, passed: [...(marks.get(key)?.passed ?? []), of] });
  }
  return [...marks.values()];
}

function OvertakeMark({
  mark: { atMs, by, passed },
  scale,
  moments,
}: {
  readonly mark: PassedAt;
  readonly scale: Scale;
  readonly moments: readonly Moment[];
}) {
  const then = momentAt(moments, atMs)?.totals[by] ?? 0;
  const names = passed.map((of) => NATIONS[of].name).join(' and ');
  const words = `${NATIONS[by].name} passed ${names}, ${formatDayTime(new Date(atMs))}`;
  return (
    <Mark
      to={rewindLink(atMs)}
      title={words}
      aria-label={words}
      style={{
        insetInlineStart: `${across(scale, atMs) * 100}%`,
        insetBlockStart: `${down(scale, then) * 100}%`,
        color: NATION_STYLES[by].colour,
      }}
    />
  );
}
