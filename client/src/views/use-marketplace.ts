/** Where a collection is sold. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { configQuery } from '../api/config.ts';

/** Its URL; null if it is sold nowhere, undefined until the server has answered. */
export function useMarketplace(kind: NftKind): string | null | undefined {
  return useQuery(configQuery()).data?.marketplaces[kind];
}
