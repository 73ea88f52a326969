/** What one copy of an NFT would bring the current player: `With one copy: +$8,100 GDP · rank #19 → #8`. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Words } from '../../ui/text.ts';
import type { CopyWorth } from '../staked.ts';
import { forecastText } from './forecast-text.ts';
import { movedNft } from './forecast.ts';
import { useForecast } from './use-forecast.ts';

export function OfferLine({
  kind,
  player,
  worth,
}: {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
  /** Of one copy; null while it is unknown. */
  readonly worth: CopyWorth | null;
}) {
  const forecast = useForecast(
    player,
    worth && { does: 'stake', stake: movedNft(kind, worth, 1) },
    { purpose: 'offer' },
  );
  return (
    // Room for the rank, which arrives later.
    <Words style={{ minBlockSize: '3em', color: 'inherit', fontWeight: 600 }}>
      {forecast && <Phrases>{`With one copy: ${forecastText(forecast)}`}</Phrases>}
    </Words>
  );
}
