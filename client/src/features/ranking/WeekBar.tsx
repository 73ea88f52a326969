/** The bar above a week's list, and what stands beside the page's title: what is left of the week, or how it ended. */
import { Award } from 'lucide-react';
import { styled } from 'styled-components';
import { weekTitle } from '../../../../common/values/week.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { NARROW } from '../../ui/layout/boxes.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { nameOf } from '../../views/names-text.ts';
import { WEEKS } from '../../views/paths.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { FindPlayer } from './FindPlayer.tsx';
import { Bar } from './RankingBar.tsx';
import { NationSwitch, RankingSwitch } from './RankingSwitches.tsx';
import type { RankingUrl } from './ranking-url.ts';

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

export function WeekBar({
  week,
  data: { season },
  url: { nationId, q },
}: {
  readonly week: number;
  readonly data: SeasonDetail;
  readonly url: RankingUrl;
}) {
  const gainOf = new Map(season.nations.map((one) => [one.nationId, one.gained]));
  return (
    <Bar>
      <h2>{weekTitle(week)}</h2>
      <RankingSwitch shown={week} />
      <ButtonLink to={WEEKS} tone="quiet" title="Who won each week">
        <Award size={16} aria-hidden />
        <span>Champions</span>
      </ButtonLink>
      <NationSwitch
        nationId={nationId}
        season={season.id}
        figureOf={(id) => `+${formatDollarsCompact(gainOf.get(id) ?? 0)}`}
      />
      <FindPlayer q={q} season={season.id} />
    </Bar>
  );
}
