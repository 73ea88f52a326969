/** Where a collection is sold. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { configQuery } from '../api/config.ts';

/** Its address; null where it is sold nowhere, undefined before the server has told. */
export function useMarketplace(kind: NftKind): string | null | undefined {
  return useQuery(configQuery()).data?.marketplaces[kind];
}
