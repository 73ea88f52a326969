/** What one copy of an NFT would bring the current player: `With one copy: +$8,100 GDP · rank #19 → #8`. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Words } from '../../ui/text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import type { CopyWorth } from '../staked.ts';
import { forecastText } from './forecast-text.ts';
import { movedNft } from './forecast.ts';
import { useForecast } from './use-forecast.ts';

interface Offer {
  readonly kind: NftKind;
  /** Of one copy; null while it is unknown. */
  readonly worth: CopyWorth | null;
}

export function OfferLine({ kind, player, worth }: Offer & { readonly player: PlayerNationView }) {
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

/** The same on a public page: nothing, unless the visitor plays for that nation. */
export function OwnOfferLine({ nationId, ...offer }: Offer & { readonly nationId: NationId }) {
  const { walletAddress } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (player?.nation.id !== nationId) return null;
  return <OfferLine {...offer} player={player} />;
}
