/**
 * What a move brings or takes, before → after: GDP and ranks, and what only its kind of stake
 * changes.
 */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { FigureTable } from '../../ui/FigureTable.ts';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { Caption } from '../../ui/text.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { StakeKind } from '../staked.ts';
import { passedText, PRESIDENCY_WORDS } from './forecast-text.ts';
import type { Change, Forecast } from './forecast.ts';

const Table = styled(FigureTable)`
  th {
    inline-size: 99%;
  }

  tbody > :first-child > * {
    border: 0;
  }

  td + td {
    padding-inline-start: var(--space-2);
  }

  /* Below the figure it explains. */
  [data-detail] td {
    padding-block-start: 0;
    border: 0;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`;

const After = styled.strong<{ $tone: 'rise' | 'fall' }>`
  color: ${({ $tone }) => `var(--${$tone})`};
  font-weight: 600;
`;

/** As high while it is empty. */
const Detail = styled(Caption)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);
  min-block-size: 1.5em;
`;

const toneOf = (isMore: boolean) => (isMore ? 'rise' : 'fall');

/** A figure, and what it becomes, unless it stays. */
function Row({
  name,
  now,
  then,
}: {
  readonly name: string;
  readonly now: ReactNode;
  readonly then?: ReactNode;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {!then ? (
        <td colSpan={3}>{now}</td>
      ) : (
        <>
          <td>{now}</td>
          <td aria-hidden>→</td>
          <td>{then}</td>
        </>
      )}
    </tr>
  );
}

export function ForecastTable({
  forecast,
  of,
  name = 'What it brings',
}: {
  /** Null if nothing is chosen, or it can't be computed. */
  readonly forecast: Forecast | null;
  readonly of: StakeKind;
  readonly name?: string;
}) {
  if (!forecast) return null;
  const { gdp, rank, presidency, week } = forecast;
  const added = gdp.after - gdp.before;
  return (
    <Table>
      <caption>
        <VisuallyHidden>{name}</VisuallyHidden>
      </caption>
      <tbody>
        <Row
          name="GDP"
          now={formatDollars(gdp.before)}
          then={added !== 0 && <After $tone={toneOf(added > 0)}>{formatDollars(gdp.after)}</After>}
        />
        {of === 'cultural' && <PresidencyRow presidency={presidency} />}
        <PlaceRow name="This week" {...week} />
        <PlaceRow name="Rank" before={rank.before} after={rank.after ?? undefined} />
        <tr data-detail>
          <td colSpan={4}>
            <Detail>{passedText(forecast)}</Detail>
          </td>
        </tr>
      </tbody>
    </Table>
  );
}

/** [LB1, SEA3] A place of a ranking; null: not ranked, undefined: not known yet. */
function PlaceRow({
  name,
  before,
  after,
}: Change<number | null | undefined> & { readonly name: string }) {
  if (before === after) return <Row name={name} now={placeText(before)} />;
  const isRise = typeof after === 'number' && (!before || after < before);
  return (
    <Row
      name={name}
      now={placeText(before)}
      then={
        after === undefined ? (
          <span aria-label="not known yet">–</span>
        ) : (
          <After $tone={toneOf(isRise)}>{placeText(after)}</After>
        )
      }
    />
  );
}

const placeText = (rank: number | null | undefined) =>
  rank ? `#${formatCount(rank)}` : rank === null ? 'not ranked' : '–';

function PresidencyRow({ presidency }: Pick<Forecast, 'presidency'>) {
  const words = presidency === null ? '–' : PRESIDENCY_WORDS[presidency];
  if (typeof words === 'string') return <Row name="Presidency" now={words} />;
  return (
    <Row
      name="Presidency"
      now={words.before}
      then={<After $tone={toneOf(presidency === 'won')}>{words.after}</After>}
    />
  );
}
