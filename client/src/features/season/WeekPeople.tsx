/** The people of a week, one for each nation: who climbed the most, and who presided. */
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { culturalNfts } from '../../views/row-parts.tsx';

interface Shown {
  readonly nationId: NationId;
  readonly walletAddress: Address;
  readonly name: string | null;
  readonly figure: string;
}

function People({
  title,
  people,
  none,
}: {
  readonly title: string;
  readonly people: readonly Shown[];
  /** What is said of nobody. */
  readonly none: string;
}) {
  return (
    <Panel title={title} flush>
      {people.length === 0 ? (
        <PanelNote>{none}</PanelNote>
      ) : (
        <PanelRows aria-label={title}>
          {people.map(({ nationId, walletAddress, name, figure }) => (
            <PanelRow key={nationId} $columns="auto minmax(0, 1fr) auto" $height="3.25rem">
              <Flag nation={nationId} height={16} label={NATIONS[nationId].name} />
              <Person wallet={walletAddress} name={name} isStacked />
              <strong>{figure}</strong>
            </PanelRow>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}

export function NationsBest({ data: { best } }: { readonly data: SeasonDetail }) {
  return (
    <People
      title="Best climb of each nation"
      people={best.map(({ rank, gained, ...entry }) => ({
        ...entry,
        figure: `#${formatCount(rank)} · ${formatDeltaDollars(gained)}`,
      }))}
      none="Nobody has climbed yet."
    />
  );
}

export function WeekPresidents({ data: { season, presidents } }: { readonly data: SeasonDetail }) {
  return (
    <People
      title={season.state === 'running' ? 'Presidents' : 'Presidents at its end'}
      people={presidents.map(({ staked, ...president }) => ({
        ...president,
        figure: culturalNfts(staked),
      }))}
      none="No nation has a President."
    />
  );
}
