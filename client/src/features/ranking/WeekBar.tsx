/** The bar above a week's list: which week, what is left of it, and how it ended. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { oneLine } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { WEEKS, weekPath } from '../../views/paths.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { weekTitle } from '../../views/weeks/week-text.ts';
import { Bar, RankingSwitch } from './RankingBar.tsx';
import { NARROW } from './ranking-grid.ts';

/** As high whatever it says, however large. */
const State = styled.output`
  ${oneLine}
  display: flex;
  flex: 1;
  gap: var(--space-2);
  align-items: baseline;
  justify-content: end;
  line-height: 2.25rem;

  > span {
    ${oneLine}
  }

  @media ${NARROW} {
    flex: 1 0 100%;
    order: 2;
    justify-content: start;
    padding-inline: var(--space-1);
    font-size: var(--text-caption);
    line-height: var(--tap);
  }
`;

const Ways = styled.nav`
  display: flex;
  gap: var(--space-3);

  > a {
    display: inline-flex;
    gap: var(--space-1);
    align-items: center;
    min-block-size: var(--tap);
    color: var(--action);
    text-decoration: none;

    &:hover {
      text-decoration: underline;
    }
  }

  @media ${NARROW} {
    gap: 0;
    margin-inline-start: auto;

    > a {
      padding-inline: var(--space-1);
      font-size: var(--text-caption);
    }
  }
`;

export function WeekBar({
  week,
  data: { season },
  isThis,
  turn,
}: {
  readonly week: number;
  readonly data: SeasonDetail;
  /** The one that runs. */
  readonly isThis: boolean;
  /** It ended while somebody watched: the next one follows in so many seconds, unless they stay. */
  readonly turn: { readonly inS: number; readonly stay: () => void } | null;
}) {
  const { state, champion, players } = season;
  return (
    <Bar>
      <h2>{weekTitle(week)}</h2>
      <RankingSwitch shown={isThis ? 'week' : 'past'} />
      <Ways aria-label="About the weeks">
        <Link to={weekPath(week)}>Records</Link>
        <Link to={WEEKS}>All weeks</Link>
      </Ways>
      <State aria-live={state === 'running' ? 'off' : 'polite'}>
        {state === 'running' ? (
          <>
            <span>{`${formatCount(players)} ranked, ends in`}</span>
            <WeekClock week={week} grows />
          </>
        ) : state === 'closing' ? (
          <span>It has ended. The last moves are being counted.</span>
        ) : champion ? (
          <span>
            {`Final: ${nameOf(champion)} won with ${formatDeltaDollars(champion.gained)}`}
          </span>
        ) : (
          <span>Final: nobody gained anything</span>
        )}
        {turn && (
          <>
            <span>{`· new week in ${turn.inS} s`}</span>
            <Button onClick={turn.stay}>Stay</Button>
          </>
        )}
      </State>
    </Bar>
  );
}
