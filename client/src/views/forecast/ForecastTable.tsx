/**
 * What a move brings, before → after: the same figures in the same place for every decision. It keeps its
 * size while nothing is known, so that nothing below it jumps.
 */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { RankMove } from '../../ui/Delta.tsx';
import { formatCount, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { passedText, PRESIDENCY_WORDS } from './forecast-text.ts';
import type { Forecast } from './forecast.ts';

export type ForecastRow = 'gdp' | 'rank' | 'presidency' | 'territory' | 'rates';

const DECISIVE: readonly ForecastRow[] = ['gdp', 'rank', 'presidency'];

const Table = styled.table`
  inline-size: 100%;
  border-block: 1px solid var(--rule);
  font-variant-numeric: tabular-nums;

  th,
  td {
    padding-block: var(--space-1);
    font-weight: 400;
    text-align: end;
    vertical-align: baseline;
    white-space: nowrap;
  }

  /* Only for screen readers. */
  thead th {
    padding: 0;
    line-height: 0;
  }

  tbody th {
    inline-size: 99%;
    padding-inline-end: var(--space-3);
    color: var(--ink-muted);
    text-align: start;
  }

  tr:not([data-continued]) + tr:not([data-continued]),
  [data-continued] + tr {
    border-block-start: 1px solid var(--rule);
  }

  td {
    padding-inline-start: var(--space-2);
  }

  /* Two columns of millions still fit a phone. */
  @media (max-width: 30rem) {
    font-size: var(--text-caption);
  }
`;

const After = styled.strong<{ $tone: Tone; $isOld?: boolean }>`
  color: ${({ $tone }) => ($tone === 'same' ? 'var(--ink)' : `var(--${$tone})`)};
  font-weight: 600;
  opacity: ${({ $isOld }) => ($isOld ? 0.5 : 1)};
  /* An immediate answer causes no flicker. */
  transition: opacity var(--motion-fast) 120ms;
`;

const Arrow = styled.td`
  color: var(--ink-faint);
`;

const Mark = styled.td`
  /* Reserves its space, so that the figures do not move. */
  inline-size: 4.5rem;
  padding-inline-start: var(--space-1);
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

/** An unchanged value, in place of the figures of a change. */
const Quiet = styled.td`
  color: var(--ink-muted);
`;

/** A separate line below a figure; as high even if empty. */
const Detail = styled.td`
  && {
    padding: 0 0 var(--space-1);
    color: var(--ink-muted);
    font-size: var(--text-caption);
    text-align: start;
    white-space: normal;
  }

  > div {
    min-block-size: 1.5em;
    overflow-wrap: anywhere;
  }
`;

const Rates = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);

  > span {
    display: inline-block;
    white-space: nowrap;
  }

  > span::first-letter {
    text-transform: uppercase;
  }
`;

type Tone = 'rise' | 'fall' | 'same';

function toneOf(before: number, after: number): Tone {
  return after > before ? 'rise' : after < before ? 'fall' : 'same';
}

function Row({
  name,
  before,
  after,
  mark,
}: {
  readonly name: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly mark?: ReactNode;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <Arrow aria-hidden>→</Arrow>
      <td>{after}</td>
      <Mark>{mark}</Mark>
    </tr>
  );
}

/** The content of a cell while nothing is known. */
const NOTHING = <span aria-label="not known yet">–</span>;

interface RowProps {
  readonly forecast: Forecast | null;
}

function GdpRow({ forecast }: RowProps) {
  if (!forecast) return <Row name="GDP" before={NOTHING} after={NOTHING} />;
  const { before, after } = forecast.gdp;
  return (
    <Row
      name="GDP"
      before={formatDollars(before)}
      after={<After $tone={toneOf(before, after)}>{formatDollars(after)}</After>}
      mark={after === before ? 'No change' : formatDeltaDollars(after - before)}
    />
  );
}

function RankRow({ forecast }: RowProps) {
  const rank = forecast?.rank;
  const after = rank?.after ?? null;
  return (
    <>
      <Row
        name="Rank"
        before={rank ? `#${formatCount(rank.before)}` : NOTHING}
        after={
          !rank ? (
            NOTHING
          ) : after !== null ? (
            <After $tone={toneOf(-rank.before, -after)} $isOld={rank.isAsking}>
              {`#${formatCount(after)}`}
            </After>
          ) : rank.isAsking ? (
            <Skeleton $width="2.5rem" />
          ) : (
            NOTHING
          )
        }
        mark={rank && after !== null && <RankMove places={rank.before - after} />}
      />
      <tr data-continued>
        <Detail colSpan={5}>
          <div>{forecast && passedText(forecast)}</div>
        </Detail>
      </tr>
    </>
  );
}

function PresidencyRow({ forecast }: RowProps) {
  const presidency = forecast?.presidency ?? null;
  if (presidency === null) return <Row name="Presidency" before={NOTHING} after={NOTHING} />;
  const words = PRESIDENCY_WORDS[presidency];
  if (typeof words === 'string') {
    return (
      <tr>
        <th scope="row">Presidency</th>
        <Quiet colSpan={3}>{words}</Quiet>
        <Mark />
      </tr>
    );
  }
  const tone = presidency === 'won' ? 'rise' : 'fall';
  return (
    <Row
      name="Presidency"
      before={words.before}
      after={<After $tone={tone}>{words.after}</After>}
    />
  );
}

function TerritoryRow({ forecast }: RowProps) {
  const territory = forecast?.territoryKm2;
  if (!territory) return <Row name="Land" before={NOTHING} after={NOTHING} />;
  const { before, after } = territory;
  return (
    <Row
      name="Land"
      before={`${formatCount(before)} km²`}
      after={<After $tone={toneOf(before, after)}>{`${formatCount(after)} km²`}</After>}
    />
  );
}

/** Stacked rates: four side by side have no room on a phone. */
function RatesRow({ forecast }: RowProps) {
  const perHour = forecast?.perHour;
  return (
    <>
      <tr>
        <th scope="row" colSpan={5}>
          Resources per hour
        </th>
      </tr>
      <tr data-continued>
        <Detail colSpan={5}>
          <Rates>
            {RESOURCE_TYPES.map((type) => (
              <span key={type}>
                <span>{`${type} `}</span>
                {perHour ? (
                  <>
                    <span>{`${perHour.before[type].toFixed(1)} → `}</span>
                    <After $tone={toneOf(perHour.before[type], perHour.after[type])}>
                      {perHour.after[type].toFixed(1)}
                    </After>
                  </>
                ) : (
                  <span>–</span>
                )}
              </span>
            ))}
          </Rates>
        </Detail>
      </tr>
    </>
  );
}

const ROWS = {
  gdp: GdpRow,
  rank: RankRow,
  presidency: PresidencyRow,
  territory: TerritoryRow,
  rates: RatesRow,
} satisfies Record<ForecastRow, (props: RowProps) => ReactNode>;

export function ForecastTable({
  forecast,
  only = DECISIVE,
}: RowProps & {
  /** Which figures, in this order; by default the three that matter for a decision. */
  readonly only?: readonly ForecastRow[];
}) {
  return (
    <Table aria-busy={forecast?.rank.isAsking || undefined}>
      <caption>
        <VisuallyHidden>What it brings</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Figure</VisuallyHidden>
          </th>
          <th scope="col" colSpan={2}>
            <VisuallyHidden>Now</VisuallyHidden>
          </th>
          <th scope="col">
            <VisuallyHidden>Then</VisuallyHidden>
          </th>
          <th scope="col">
            <VisuallyHidden>Change</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {only.map((row) => {
          const Figure = ROWS[row];
          return <Figure key={row} forecast={forecast} />;
        })}
      </tbody>
    </Table>
  );
}
