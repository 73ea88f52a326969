/** [SEA3] The player's place in the week that runs, and those in past weeks, newest first. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SeasonPlace } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink, PanelRow, PanelRows, RowRank } from '../../ui/PanelRows.tsx';
import { weekCardPath, weekLink, WEEKS } from '../../views/paths.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { withOwn } from '../../views/weeks/week-text.ts';

const SHOWN = 5;

const COLUMNS = 'minmax(0, 1fr) auto auto';
const HEIGHT = '2.75rem';

export function PlayerWeeks({
  wallet,
  places,
}: {
  readonly wallet: Address;
  readonly places: readonly SeasonPlace[];
}) {
  const thisWeek = useThisWeek();
  const week = useQuery(seasonQuery(thisWeek, wallet)).data;
  const own = week && withOwn(week, wallet).own;
  return (
    <Panel title="Weeks" flush aside={<PanelLink to={WEEKS}>Champions</PanelLink>}>
      <PanelRows>
        <PanelRow $columns={own ? COLUMNS : 'minmax(0, 1fr) auto'} $height={HEIGHT}>
          <Link data-tap to={weekLink(thisWeek)}>
            This week
          </Link>
          <RowRank>
            {own ? placeText(own.rank, week.season.players) : week && 'No place yet'}
          </RowRank>
          {own && <strong>{formatDeltaDollars(own.gained)}</strong>}
        </PanelRow>
        {places.slice(0, SHOWN).map(({ id, rank, gained, players }) => {
          const week = weekOf(id);
          return (
            week !== null && (
              <PanelRow key={id} $columns={COLUMNS} $height={HEIGHT}>
                <Link data-tap to={weekCardPath(week, wallet)}>
                  {weekTitle(week)}
                </Link>
                <RowRank>{placeText(rank, players)}</RowRank>
                <strong>{formatDeltaDollars(gained)}</strong>
              </PanelRow>
            )
          );
        })}
      </PanelRows>
    </Panel>
  );
}

/** `#3 of 120` */
const placeText = (rank: number, players: number) =>
  `#${formatCount(rank)} of ${formatCount(players)}`;
