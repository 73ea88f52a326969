/** All weeks, newest first: who won each, and with how much. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { weekOf } from '../../../../common/values/week.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars, formatPlayers } from '../../ui/format.ts';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { weekPath } from '../../views/paths.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { weekDays, weekTitle } from '../../views/weeks/week-text.ts';

const COLUMNS = 'minmax(8.5rem, 1fr) auto minmax(0, 1.4fr) auto';

const When = styled.div`
  display: grid;
  padding-block: var(--space-2);
`;

/** A phone has no room for how many were ranked. */
const Gain = styled.div`
  display: grid;
  justify-items: end;

  > strong {
    font-weight: 600;
  }

  @media ${PHONE} {
    > :nth-child(2) {
      display: none;
    }
  }
`;

export function WeekList() {
  const query = useQuery(seasonsQuery());
  const { data } = query;
  if (query.isError && data === undefined) {
    return <LoadFailed text="The weeks could not be loaded." query={query} />;
  }
  return (
    <Panel title="Newest first" flush>
      {data?.length === 0 || data === null ? (
        <PanelNote>No week has begun yet: the first player begins it.</PanelNote>
      ) : (
        <PanelRows aria-busy={!data || undefined}>
          {data ? (
            data.map((season) => <WeekRow key={season.id} season={season} />)
          ) : (
            <WaitingRows count={6} columns={COLUMNS} widths={['8rem', '1.5rem', '9rem', '4rem']} />
          )}
        </PanelRows>
      )}
    </Panel>
  );
}

function WeekRow({ season: { id, state, players, champion } }: { readonly season: Season }) {
  const week = weekOf(id);
  if (week === null) return null;
  return (
    <PanelRow $columns={COLUMNS} $height="3.5rem">
      <When>
        <Link data-tap to={weekPath(week)}>
          {weekTitle(week)}
        </Link>
        <Caption>{weekDays(week)}</Caption>
      </When>
      {champion ? <Flag nation={champion.nationId} height={16} /> : <span />}
      {champion ? (
        <Person wallet={champion.walletAddress} name={champion.name} isStacked />
      ) : (
        <Caption>Nobody gained anything</Caption>
      )}
      <Gain>
        <strong>{champion && formatDeltaDollars(champion.gained)}</strong>
        {state === 'final' ? (
          <Caption>{formatPlayers(players)}</Caption>
        ) : state === 'closing' ? (
          <Caption>being counted</Caption>
        ) : (
          <WeekClock week={week} />
        )}
      </Gain>
    </PanelRow>
  );
}
