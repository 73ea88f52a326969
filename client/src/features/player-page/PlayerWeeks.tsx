/** [SEA3] The player's places in past weeks, newest first. */
import { Link } from 'react-router-dom';
import type { SeasonPlace } from '../../../../common/protocol/seasons.ts';
import { weekOf } from '../../../../common/values/week.ts';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink, PanelNote, PanelRow, PanelRows, RowRank } from '../../ui/PanelRows.tsx';
import { weekPath, WEEKS } from '../../views/paths.ts';
import { weekTitle } from '../../views/weeks/week-text.ts';

const SHOWN = 5;

export function PlayerWeeks({ places }: { readonly places: readonly SeasonPlace[] }) {
  return (
    <Panel title="Weeks" flush aside={<PanelLink to={WEEKS}>All weeks</PanelLink>}>
      {places.length === 0 && <PanelNote>No place in a past week yet.</PanelNote>}
      <PanelRows>
        {places.slice(0, SHOWN).map(({ id, rank, gained, players }) => {
          const week = weekOf(id);
          return (
            week !== null && (
              <PanelRow key={id} $columns="minmax(0, 1fr) auto auto" $height="2.75rem">
                <Link data-tap to={weekPath(week)}>
                  {weekTitle(week)}
                </Link>
                <RowRank>{`#${formatCount(rank)} of ${formatCount(players)}`}</RowRank>
                <strong>{formatDeltaDollars(gained)}</strong>
              </PanelRow>
            )
          );
        })}
      </PanelRows>
    </Panel>
  );
}
