/** The nation's two plates: its work of art, with how many are staked, and its land; and what one copy would bring. */
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';
import { landEarns } from '../../views/earnings.ts';
import { PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';
import { OwnOfferLine } from '../../views/forecast/OfferLine.tsx';
import { Plates, WorkPlate } from '../../views/plates.tsx';
import { useToken } from '../../views/use-token.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { worksText } from './PresidentRace.tsx';

export function NationPlates({
  nationId,
  culturalStaked,
}: {
  readonly nationId: NationId;
  /** Null while unknown. */
  readonly culturalStaked: number | null;
}) {
  const { walletAddress } = useWallet();
  const cultural = useToken(nationId, 'cultural');
  const national = useToken(nationId, 'national');
  const bonus = formatDeltaDollars(NATIONS[nationId].culturalGdpBonus);
  const { territoryValue, productionBonus } = national;
  const land =
    territoryValue > 0
      ? `${landEarns(nationId, national)} GDP · +${formatCount(territoryValue)} km² · +${productionBonus.toFixed(2)}x production each`
      : `${landEarns(nationId)} GDP · +${TERRITORY_RANGE} · +${PRODUCTION_RANGE} production each`;
  const offer = { walletAddress, nationId };
  return (
    <Plates title={`The plates of ${nationInText(nationId)}`}>
      <WorkPlate
        kind="cultural"
        nationId={nationId}
        picture={cultural.picture}
        facts={
          culturalStaked === null ? null : `${worksText(culturalStaked)} staked · ${bonus} GDP each`
        }
        offer={<OwnOfferLine {...offer} kind="cultural" token={cultural} />}
      />
      <WorkPlate
        kind="national"
        nationId={nationId}
        picture={national.picture}
        facts={national.picture === null ? null : land}
        offer={<OwnOfferLine {...offer} kind="national" token={national} />}
      />
    </Plates>
  );
}
