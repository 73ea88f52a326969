/** The nations' totals over time: four lines, where the lead changed, and the last stretch live. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { SPANS, type Span } from '../../../../common/protocol/nations.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { byNation, NATION_IDS, NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { useStandings } from '../../live/standings.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Chart, type ChartMark } from '../../ui/Chart.tsx';
import { ChoiceGroup } from '../../ui/choice-button.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatAgo, formatDayTime, formatGdpK } from '../../ui/format.ts';
import { PHONE } from '../../ui/layout/boxes.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { valueAt } from '../../ui/step-path.ts';
import {
  leadChangesIn,
  lineOf,
  momentsOf,
  type LeadChange,
  type Moment,
} from '../../views/nation-lines.ts';
import { rewindLink } from '../../views/paths.ts';
import { Foot, Head, Plot, PLOT_PX, Sheet, SpanButton } from './parts.tsx';

const LABELS: Readonly<Record<Span, string>> = {
  '10m': '10 min',
  '24h': '24 h',
  '7d': '7 d',
  all: 'All',
};
/** The last stretch grows this often. */
const TICK_MS = 5000;
/** The newest; more would cover the lines. */
const MOST_MARKS = 12;

/** Where the lead changed: to the ranking of that moment. */
const Mark = styled(Link)`
  position: absolute;
  inline-size: 24px;
  block-size: 24px;
  margin: -12px;
  border-radius: 50%;

  &::after {
    content: '';
    position: absolute;
    inset: 8px;
    border: 2px solid currentcolor;
    border-radius: 50%;
    background: var(--surface-raised);
  }

  &:hover::after {
    inset: 6px;
  }

  @media ${PHONE} {
    inline-size: 44px;
    block-size: 44px;
    margin: -22px;

    &::after {
      inset: 18px;
    }
  }
`;

/** The totals of a span, up to now. */
function useMoments(span: Span) {
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
  return { moments, isError: isError && !history, retry: () => void refetch() };
}

interface NationsChartProps {
  /** The nation whose line is drawn stronger. */
  readonly lit?: NationId | null;
  /** The moment whose totals are named; null: now. */
  readonly atMs?: number | null;
  /** What is shown at first. */
  readonly span?: Span;
  /** Read from afar, with nothing to press. */
  readonly isWall?: boolean;
}

export function NationsChart({
  lit = null,
  atMs = null,
  span: first = '24h',
  isWall = false,
}: NationsChartProps) {
  const [span, setSpan] = useState(first);
  const { moments, isError, retry } = useMoments(span);
  const last = useMemo(() => (moments ? leadChangesIn(moments).at(-1) : undefined), [moments]);
  const now = useGameNow();
  return (
    <Sheet aria-label="Total GDP over time">
      {!isWall && (
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
      )}
      <Plot aria-busy={!isError && !moments}>
        {moments && <Lines moments={moments} lit={lit} atMs={atMs} isWall={isWall} />}
      </Plot>
      <Foot data-wall={isWall || undefined}>
        {isError && !isWall ? (
          <button type="button" onClick={retry}>
            The history could not be loaded. Try again
          </button>
        ) : last && isWall ? (
          <span>{`Total GDP. ${leadText(last)}, ${agoText(now() - last.atMs)}`}</span>
        ) : last ? (
          <Link
            to={rewindLink(last.atMs)}
            title={`${leadText(last)}: see the ranking as it was then`}
          >
            <time dateTime={instantText(last.atMs)}>{formatDayTime(new Date(last.atMs))}</time>
            <span>{` ${NATIONS[last.by].name} took the lead`}</span>
          </Link>
        ) : moments?.length === 0 ? (
          'The lines begin with the first player.'
        ) : moments ? (
          `${isWall ? 'Total GDP. ' : ''}The lead has not changed.`
        ) : (
          '\u00A0'
        )}
      </Foot>
    </Sheet>
  );
}

function Lines({
  moments,
  lit,
  atMs,
  isWall,
}: Required<Omit<NationsChartProps, 'span'>> & { readonly moments: readonly Moment[] }) {
  const lines = useMemo(
    () =>
      NATION_IDS.map((key) => ({
        key,
        points: lineOf(moments, key),
        colour: NATION_STYLES[key].colour,
        ...(lit && ({ weight: key === lit ? 'strong' : 'faint' } as const)),
      })),
    [moments, lit],
  );
  const leads = useMemo(() => leadChangesIn(moments).slice(-MOST_MARKS), [moments]);
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return null;
  const highest = Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const since = formatDayTime(new Date(first.atMs));
  const words = NATION_IDS.map(
    (id) =>
      `${NATIONS[id].name}: ${formatDollars(first.totals[id])} on ${since}, ${formatDollars(last.totals[id])} now. `,
  );
  const marks = (isWall ? [] : leads).map((lead): ChartMark => {
    const text = `${leadText(lead)}, ${formatDayTime(new Date(lead.atMs))}`;
    return {
      key: String(lead.atMs),
      atMs: lead.atMs,
      value: valueAt(lineOf(moments, lead.by), lead.atMs),
      node: (
        <Mark
          to={rewindLink(lead.atMs)}
          title={text}
          aria-label={text}
          style={{ color: NATION_STYLES[lead.by].colour }}
        />
      ),
    };
  });
  return (
    <Chart
      lines={lines}
      label={words.join('')}
      marks={marks}
      atMs={atMs}
      labels={{
        height: PLOT_PX,
        longest: Math.max(6, `$${formatGdpK(highest)}`.length),
        renderLabel: (nationId, value) => (
          <>
            <Flag nation={nationId} height={12} />
            <span>{`$${formatGdpK(Number(value))}`}</span>
          </>
        ),
      }}
    />
  );
}

/** `Italy took the lead from China`. */
function leadText({ by, of }: LeadChange): string {
  return `${NATIONS[by].name} took the lead from ${NATIONS[of].name}`;
}

/** `just now`, `4 min ago`. */
function agoText(agoMs: number): string {
  const ago = formatAgo(agoMs);
  return ago === 'just now' ? ago : `${ago} ago`;
}
