/** The nation's two plates at full size: its works of art, with how many are staked, and its land. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { configQuery } from '../../api/config.ts';
import { verifyNftQuery } from '../../api/verify-nft.ts';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { nationInText } from '../../views/nation-in-text.ts';
import { WorkPlate, Works, WorksHead } from '../../views/plates.tsx';
import { tokenOf } from '../../views/token-of.ts';
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

/** What the token's metadata says; its picture is null while that is not known, empty where there is none. */
function useToken(nationId: NationId, kind: NftKind) {
  const contracts = useQuery(configQuery()).data?.contracts;
  const token = contracts ? tokenOf(kind, nationId, contracts) : null;
  const contract = token?.contractAddress ?? null;
  // Who looks on has no wallet: the collection stands for one, since only the token is of interest.
  const { data, isError } = useQuery(verifyNftQuery(contract, token?.tokenId ?? '', contract));
  const { image = null, ...facts } = data?.metadata ?? {
    name: '',
    territoryValue: 0,
    productionBonus: 0,
  };
  return { ...facts, picture: isError ? '' : image };
}
