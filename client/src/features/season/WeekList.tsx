/** All weeks, newest first: who won each, and with how much. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { weekOf } from '../../../../common/values/week.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars, formatPlayers } from '../../ui/format.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { weekPath } from '../../views/paths.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { weekDays, weekTitle } from '../../views/weeks/week-text.ts';

const COLUMNS = 'minmax(0, 1fr) auto';

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
            <WaitingRows count={6} columns={COLUMNS} widths={['12rem', '4rem']} height="5.5rem" />
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
    <PanelRow $columns={COLUMNS} $height="5.5rem">
      <div>
        <Row $gap={[0, 3]} $align="baseline" $wrap>
          <Link data-tap to={weekPath(week)}>
            {weekTitle(week)}
          </Link>
          <Caption>{weekDays(week)}</Caption>
        </Row>
        {champion ? (
          <Row $gap={2}>
            <Flag nation={champion.nationId} height={16} />
            <Person wallet={champion.walletAddress} name={champion.name} avatar={20} />
          </Row>
        ) : (
          <Caption>Nobody gained anything</Caption>
        )}
      </div>
      <Stack $align="end">
        <Strong>{champion && formatDeltaDollars(champion.gained)}</Strong>
        {state === 'final' ? (
          <Caption>{formatPlayers(players)}</Caption>
        ) : state === 'closing' ? (
          <Caption>being counted</Caption>
        ) : (
          <WeekClock week={week} />
        )}
      </Stack>
    </PanelRow>
  );
}
