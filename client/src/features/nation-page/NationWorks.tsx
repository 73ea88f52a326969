/** The nation's two plates at full size: its works of art, with how many are staked, and its land. */
import { styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { WorkPlate, Works, WorksHead } from '../../views/plates.tsx';
import { useToken } from '../../views/use-token.ts';
import { worksText } from './race.ts';

const Section = styled.section`
  margin-block-start: var(--space-7);
`;

export function NationWorks({
  nationId,
  culturalStaked,
}: {
  readonly nationId: NationId;
  /** Null while it is not known. */
  readonly culturalStaked: number | null;
}) {
  const { culturalGdpBonus } = NATIONS[nationId];
  const name = nationInText(nationId);
  const cultural = useToken(nationId, 'cultural');
  const national = useToken(nationId, 'national');
  return (
    <Section aria-labelledby="works">
      <WorksHead id="works" title={`The plates of ${name}`} />
      <Works>
        <WorkPlate
          kind="cultural"
          nationId={nationId}
          picture={cultural.picture}
          title={cultural.name || 'Cultural NFT'}
          facts={
            culturalStaked === null
              ? null
              : `${worksText(culturalStaked)} staked · +${formatDollars(culturalGdpBonus)} GDP each, and the way to the presidency`
          }
        />
        <WorkPlate
          kind="national"
          nationId={nationId}
          picture={national.picture}
          title={national.name || 'National NFT'}
          facts={
            national.picture === null
              ? null
              : national.territoryValue > 0
                ? `${formatCount(national.territoryValue)} km² of ${name} and +${national.productionBonus.toFixed(2)}x production each`
                : `Land of ${name}, and production`
          }
        />
      </Works>
    </Section>
  );
}
