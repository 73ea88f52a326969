/** The connected wallet's NFTs of a nation, read on chain through the wallet [CAL8]. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { configQuery } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { readUint, tokenBalanceOfData, type WalletRequest } from './eth-call.ts';
import { useWalletContext } from './wallet-context.ts';

/** The two collections (ERC-1155). */
interface Collections {
  readonly nationalNft: Address;
  readonly culturalNft: Address;
}

/**
 * Copies held of the nation's token in each collection, staked ones included: staking moves nothing.
 * @throws if the wallet refuses or an address is not a contract.
 */
async function readNftBalances(
  request: WalletRequest,
  { nationalNft, culturalNft }: Collections,
  owner: Address,
  nationId: NationId,
): Promise<{ national: bigint; cultural: bigint }> {
  const data = tokenBalanceOfData(owner, BigInt(NATIONS[nationId].tokenId));
  const [national, cultural] = await Promise.all([
    readUint(request, nationalNft, data),
    readUint(request, culturalNft, data),
  ]);
  return { national, cultural };
}

interface NftBalances {
  /** Copies held; null while unknown, and on a different network than the game's. */
  readonly national: bigint | null;
  readonly cultural: bigint | null;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly refetch: () => void;
}

export function useNftBalances(nationId: NationId | null): NftBalances {
  const { parts, view } = useWalletContext();
  const { walletAddress, chainId, isUnreachable } = view;
  const config = useQuery(configQuery()).data;
  const query = useQuery(
    queryOptions({
      queryKey: [
        'chain',
        chainId,
        'nft-balances',
        config?.contracts ?? null,
        walletAddress,
        nationId,
      ] as const,
      queryFn: ({ queryKey: [, , , contracts, owner, nation] }) => {
        if (!contracts || !owner || !nation)
          throw new Error('reading balances needs contracts, a wallet and its nation');
        return readNftBalances(parts().store.request, contracts, owner, nation);
      },
      enabled:
        walletAddress !== null &&
        nationId !== null &&
        config !== undefined &&
        chainId === config.chainId,
      refetchInterval: POLL_INTERVAL_MS,
    }),
  );
  const { data, refetch } = query;
  return {
    national: data?.national ?? null,
    cultural: data?.cultural ?? null,
    isLoading: query.isLoading,
    isError: query.isError || (walletAddress !== null && isUnreachable),
    refetch: () => void refetch(),
  };
}
