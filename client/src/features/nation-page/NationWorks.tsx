/** The nation's two plates at full size: its works of art, with how many are staked, and its territory. */
import { styled } from 'styled-components';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { landEarns } from '../../views/earnings.ts';
import { PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';
import { OwnOfferLine } from '../../views/forecast/OfferLine.tsx';
import { WorkPlate, Works, WorksHead } from '../../views/plates.tsx';
import { useToken } from '../../views/use-token.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { worksText } from './race.ts';

const Section = styled.section`
  margin-block-start: var(--space-7);
`;

export function NationWorks({
  nationId,
  culturalStaked,
}: {
  readonly nationId: NationId;
  /** Null while unknown. */
  readonly culturalStaked: number | null;
}) {
  const { walletAddress } = useWallet();
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
          title={nftName('cultural', nationId)}
          facts={
            culturalStaked === null
              ? null
              : `${worksText(culturalStaked)} staked · ${formatDeltaDollars(culturalGdpBonus)} GDP each · most staked wins the presidency`
          }
          offer={
            <OwnOfferLine
              walletAddress={walletAddress}
              kind="cultural"
              nationId={nationId}
              token={cultural}
            />
          }
        />
        <WorkPlate
          kind="national"
          nationId={nationId}
          picture={national.picture}
          title={nftName('national', nationId)}
          facts={
            national.picture === null
              ? null
              : national.territoryValue > 0
                ? `${landEarns(nationId, national)} GDP · +${formatCount(national.territoryValue)} km² · +${national.productionBonus.toFixed(2)}x production each`
                : `${landEarns(nationId)} GDP · +${TERRITORY_RANGE} · +${PRODUCTION_RANGE} production each`
          }
          offer={
            <OwnOfferLine
              walletAddress={walletAddress}
              kind="national"
              nationId={nationId}
              token={national}
            />
          }
        />
      </Works>
    </Section>
  );
}
