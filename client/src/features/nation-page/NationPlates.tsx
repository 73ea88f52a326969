/** The nation's two plates: its work of art, with how many are staked, and its land. */
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { phrases } from '../../ui/format.ts';
import { landOf } from '../../views/earnings.ts';
import { Plates, WorkPlate } from '../../views/plates.tsx';
import { useToken } from '../../views/use-token.ts';
import { worksText } from './PresidentRace.tsx';

export function NationPlates({
  nationId,
  culturalStaked,
}: {
  readonly nationId: NationId;
  /** Null while unknown. */
  readonly culturalStaked: number | null;
}) {
  const cultural = useToken(nationId, 'cultural');
  const national = useToken(nationId, 'national');
  const bonus = formatDeltaDollars(NATIONS[nationId].culturalGdpBonus);
  const { gdp, territory, production } = landOf(nationId, national.worth);
  const land = phrases([`${gdp} GDP`, `+${territory}`, `+${production} production each`]);
  return (
    <Plates title={`The plates of ${nationInText(nationId)}`}>
      <WorkPlate
        kind="cultural"
        nationId={nationId}
        picture={cultural.picture}
        facts={
          culturalStaked === null
            ? null
            : phrases([`${worksText(culturalStaked)} staked`, `${bonus} GDP each`])
        }
      />
      <WorkPlate
        kind="national"
        nationId={nationId}
        picture={national.picture}
        facts={national.picture === null ? null : land}
      />
    </Plates>
  );
}
