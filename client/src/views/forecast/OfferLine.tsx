/** What one copy of an NFT would bring the current player: `With one copy: +$8,100 GDP · rank #19 → #8`. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { copyWorth, type TokenWorth } from '../earnings.ts';
import { forecastText } from './forecast-text.ts';
import { movedNft } from './forecast.ts';
import { useForecast } from './use-forecast.ts';

/** Keeps its height while nothing is known. */
const Line = styled.p`
  min-block-size: 1.5em;
  font-size: var(--text-caption);
  font-weight: 600;
`;

/** @param token the figures on chain of the player's national NFT. */
export function OfferLine({
  kind,
  player,
  token,
}: {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
  readonly token: TokenWorth;
}) {
  const worth = copyWorth(kind, player.nation.id, token);
  const forecast = useForecast(
    player,
    worth && { does: 'stake', stake: movedNft(kind, worth, 1) },
    { purpose: 'offer' },
  );
  return <Line>{forecast && `With one copy: ${forecastText(forecast)}`}</Line>;
}

/** The same on a public page: nothing, unless the player plays for that nation. */
export function OwnOfferLine({
  walletAddress,
  kind,
  nationId,
  token,
}: {
  /** The visitor's wallet; null without one. */
  readonly walletAddress: Address | null;
  readonly kind: NftKind;
  readonly nationId: NationId;
  readonly token: TokenWorth;
}) {
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (player?.nation.id !== nationId) return null;
  return <OfferLine kind={kind} player={player} token={token} />;
}
