/** What stands beside the title of a week's ranking: what is left of the week, or how it ended. */
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NARROW } from '../../ui/layout/boxes.ts';
import { nameOf } from '../../views/names-text.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';

/** In the last hour its clock is as large as the title. */
const State = styled.output`
  display: block;

  @media ${NARROW} {
    --week-clock: 1.375rem;
  }
`;

export function WeekState({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const { state, champion, players } = data.season;
  return (
    <State aria-live={state === 'running' ? 'off' : 'polite'}>
      {state === 'running' ? (
        <>
          <span>{`${formatCount(players)} ranked, ends in `}</span>
          <WeekClock week={week} grows />
        </>
      ) : state === 'closing' ? (
        'It has ended. The last moves are being counted.'
      ) : champion ? (
        `Final: ${nameOf(champion)} won\u00A0with\u00A0${formatDeltaDollars(champion.gained)}`
      ) : (
        'Final: nobody gained anything'
      )}
    </State>
  );
}
