/** A nation's token from its metadata. */
import { useQuery } from '@tanstack/react-query';
import type { ConfigView } from '../../../common/protocol/config.ts';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import type { Address } from '../../../common/values/address.ts';
import { type NationId, NATIONS } from '../../../common/values/nations.ts';
import { configQuery, useRules } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { type NftRef, verifyNftQuery } from '../api/verify-nft.ts';
import { copyWorth } from './earnings.ts';

/**
 * @param nationId null: no request.
 * @param wallet whose dialog has the same answer; a visitor may have none, and only the token
 * matters here.
 */
export function useToken(nationId: NationId | null, kind: NftKind, wallet?: Address) {
  const { culturalGdpBonus } = useRules();
  const contracts = useQuery(configQuery()).data?.contracts;
  const token = contracts && nationId ? tokenOf(kind, nationId, contracts) : null;
  const worthIn = (read: Parameters<typeof copyWorth>[2]) =>
    nationId && copyWorth(kind, culturalGdpBonus[nationId], read);
  const { data, isError } = useQuery({
    ...verifyNftQuery(wallet ?? token?.contractAddress ?? null, token),
    // The chain may have been unavailable, or busy; its metadata may be read later, or corrected.
    refetchInterval: ({ state }) =>
      state.data && worthIn(state.data.metadata) ? false : POLL_INTERVAL_MS,
  });
  const metadata = data?.metadata;
  return {
    /** Null while its contract is unknown. */
    token,
    /** Its URL: null while unknown, empty if there is none. */
    picture: metadata?.image ?? (isError ? '' : null),
    /** Of one copy; null while it is unknown. */
    worth: worthIn(metadata),
    metadata,
    isError,
  };
}

/** The only token of a collection that a player of this nation can stake [NFT3]. */
function tokenOf(
  kind: NftKind,
  nationId: NationId,
  { nationalNft, culturalNft }: ConfigView['contracts'],
): NftRef {
  return {
    tokenId: String(NATIONS[nationId].tokenId),
    contractAddress: kind === 'national' ? nationalNft : culturalNft,
  };
}
