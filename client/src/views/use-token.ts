/** A nation's token from its metadata, for visitors who hold none. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { type NationId, NATIONS } from '../../../common/values/nations.ts';
import type { ConfigView } from '../../../common/protocol/config.ts';
import { configQuery } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { type NftRef, verifyNftQuery } from '../api/verify-nft.ts';

interface TokenFacts {
  /** Empty if unknown. */
  readonly name: string;
  /** Its URL: null while unknown, empty if there is none. */
  readonly picture: string | null;
  /** Per copy; 0 if unknown, or if there is none. */
  readonly territoryValue: number;
  readonly productionBonus: number;
}

/** @param nationId null: no request. */
export function useToken(nationId: NationId | null, kind: NftKind): TokenFacts {
  const contracts = useQuery(configQuery()).data?.contracts;
  const token = contracts && nationId ? tokenOf(kind, nationId, contracts) : null;
  const contract = token?.contractAddress ?? null;
  // A visitor may have no wallet: the collection's own address replaces it, because only the token matters.
  const { data, isError } = useQuery({
    ...verifyNftQuery(contract, token?.tokenId ?? '', contract),
    // The chain may have been unavailable, or busy.
    refetchInterval: ({ state }) => (state.data ? false : POLL_INTERVAL_MS),
  });
  const { image, name, territoryValue, productionBonus } = data?.metadata ?? NOTHING_KNOWN;
  return { name, territoryValue, productionBonus, picture: image ?? (isError ? '' : null) };
}

const NOTHING_KNOWN = { image: null, name: '', territoryValue: 0, productionBonus: 0 } as const;

/** The only token of a collection that a player of this nation can stake [NFT3]. */
export function tokenOf(
  kind: NftKind,
  nationId: NationId,
  { nationalNft, culturalNft }: ConfigView['contracts'],
): NftRef {
  return {
    tokenId: String(NATIONS[nationId].tokenId),
    contractAddress: kind === 'national' ? nationalNft : culturalNft,
  };
}
