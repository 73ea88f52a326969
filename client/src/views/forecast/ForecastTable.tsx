/** Before a move: what it makes of GDP, rank and presidency, always these three in the same place. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Forecast } from '../../api/forecast.ts';
import { formatCount, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { passedText, PRESIDENCY_TEXT } from './forecast-text.ts';

const List = styled.dl`
  display: grid;
  border-block: 1px solid var(--rule);
  font-variant-numeric: tabular-nums;
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 6.5rem minmax(0, 1fr) auto;
  gap: 0 var(--space-3);
  align-items: baseline;
  min-block-size: 2.25rem;
  padding-block: var(--space-1);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  > dt {
    color: var(--ink-muted);
  }

  > dd {
    margin: 0;
  }
`;

/** Its room is kept: who is passed comes a moment after the figures. */
const Note = styled.small`
  display: block;
  grid-column: 2 / -1;
  min-block-size: 3em;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.5;
`;

const Now = styled.dd`
  font-weight: 500;
`;

const Delta = styled.span<{ $delta: number }>`
  color: ${({ $delta }) =>
    $delta > 0 ? 'var(--rise)' : $delta < 0 ? 'var(--fall)' : 'var(--ink-faint)'};
  font-weight: 600;
`;

const Asked = styled.span<{ $isAsked: boolean }>`
  opacity: ${({ $isAsked }) => ($isAsked ? 0.5 : 1)};
  transition: opacity var(--motion-base) var(--ease);
`;

const NOT_KNOWN = '–';

export function ForecastTable({
  forecast,
  isMoved = true,
  children,
}: {
  /** Null while there is nothing to foresee: the room is kept. */
  readonly forecast: Forecast | null;
  /** Whether the move can change a rank at all. */
  readonly isMoved?: boolean;
  /** More rows, below the three. */
  readonly children?: ReactNode;
}) {
  const gdp = forecast?.gdp;
  const rank = forecast?.rank;
  const delta = gdp ? gdp.after - gdp.before : 0;
  return (
    <List aria-label="What this brings">
      <Row>
        <dt>GDP</dt>
        <Now>{gdp ? stepText(formatDollars(gdp.before), formatDollars(gdp.after)) : NOT_KNOWN}</Now>
        <Delta as="dd" $delta={delta}>
          {delta !== 0 && formatDeltaDollars(delta)}
        </Delta>
      </Row>
      <Row>
        <dt>Rank</dt>
        <Now>
          {rank && rank.after !== null ? (
            <Asked $isAsked={rank.isAsked}>
              {stepText(rankText(rank.before), rankText(rank.after))}
            </Asked>
          ) : (
            NOT_KNOWN
          )}
        </Now>
        <Delta as="dd" $delta={rank?.after ? rank.before - rank.after : 0}>
          {rank?.after && rank.after !== rank.before && movedText(rank.before - rank.after)}
        </Delta>
        {isMoved && <Note>{rank && passedText(rank)}</Note>}
      </Row>
      <Row>
        <dt>Presidency</dt>
        <Now>{forecast?.presidency ? PRESIDENCY_TEXT[forecast.presidency] : NOT_KNOWN}</Now>
      </Row>
      {children}
    </List>
  );
}

/** One more figure of a forecast, as it is written now and then. */
export function ForecastRow({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}) {
  return (
    <Row>
      <dt>{name}</dt>
      <Now>{stepText(before, after)}</Now>
    </Row>
  );
}

/** `before → after`; where nothing changes, the one figure. */
function stepText(before: string, after: string): string {
  return before === after ? before : `${before} → ${after}`;
}

function rankText(rank: number): string {
  return `#${formatCount(rank)}`;
}

function movedText(places: number): string {
  return places > 0 ? `▲${formatCount(places)}` : `▼${formatCount(-places)}`;
}
