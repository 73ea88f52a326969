/** What stands beside the title of a week's ranking: what is left of the week, or how it ended. */
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { nameOf } from '../../views/names-text.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';

export function WeekState({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const { state, champion, players } = data.season;
  return (
    <output style={{ display: 'block' }} aria-live={state === 'running' ? 'off' : 'polite'}>
      {state === 'running' ? (
        <>
          <span>{`${formatCount(players)} ranked, ends in `}</span>
          <WeekClock week={week} />
        </>
      ) : state === 'closing' ? (
        'It has ended. The last moves are being counted.'
      ) : champion ? (
        `Final: ${nameOf(champion)} won\u00A0with\u00A0${formatDeltaDollars(champion.gained)}`
      ) : (
        'Final: nobody gained anything'
      )}
    </output>
  );
}
