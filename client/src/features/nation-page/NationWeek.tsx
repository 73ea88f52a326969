/** [SEA4] The nation's week: what its players gained, its place among the four, its best climber. */
import type { NationId } from '../../../../common/values/nations.ts';
import { Facts, figureFact } from '../../ui/Facts.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { placeText } from '../../views/NationHead.tsx';
import { weekLink } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';

export function NationWeek({ nationId }: { readonly nationId: NationId }) {
  const week = useThisWeek();
  const { data, isError } = useWeek(week);
  if (data === null || isError) return null;
  const nations = data?.season.nations;
  const gained = nations?.find((one) => one.nationId === nationId)?.gained;
  const place = nations && 1 + nations.filter((one) => one.gained > (gained ?? 0)).length;
  const best = data?.best.find((one) => one.nationId === nationId);
  return (
    <Panel title="Its week" aside={<PanelLink to={weekLink(week)}>The week’s ranking</PanelLink>}>
      <Facts
        min="8rem"
        facts={[
          figureFact('Gained by its players', gained, formatDeltaDollars),
          {
            label: 'Place',
            value: !place ? (
              <Skeleton $width="6rem" />
            ) : gained === 0 ? (
              'None yet'
            ) : (
              placeText(place)
            ),
          },
          {
            label: 'Best climber',
            value: best ? (
              <Person wallet={best.walletAddress} name={best.name} address="below" />
            ) : data ? (
              'Nobody yet'
            ) : (
              <Skeleton $width="9rem" />
            ),
          },
        ]}
      />
    </Panel>
  );
}
