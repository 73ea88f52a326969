/**
 * What the connected wallet holds of the game's tokens, read on chain through that wallet [CAL8].
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfigView } from '../../../common/protocol/config.ts';
import type { Address } from '../../../common/values/address.ts';
import { DENA_DECIMALS } from '../../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { configQuery } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { OFFLINE, useIsOffline } from '../lib/offline.ts';
import { remedyFor } from './eip1193.ts';
import {
  balanceOfData,
  DECIMALS_DATA,
  readUint,
  tokenBalanceOfData,
  type WalletRequest,
} from './eth-call.ts';
import { useWalletContext } from './wallet-context.ts';

const NO_NETWORK =
  'Your wallet gets no answer from its network. It is asked again every 10 seconds; if that does not help, choose another RPC in the wallet.';

/** The token's decimals are a uint8. */
const MAX_DECIMALS = 255n;

type Read<Balance> = (
  request: WalletRequest,
  contracts: ConfigView['contracts'],
  owner: Address,
) => Promise<Balance>;

/**
 * Nothing is read on a different network than the game's: an earlier reading may be wrong by now.
 */
function useChainRead<Balance>(of: string, read: Read<Balance>, retry: number) {
  const { parts, view } = useWalletContext();
  const { walletAddress: owner, chainId, isUnreachable } = view;
  const config = useQuery(configQuery()).data;
  const canRead = owner !== null && config !== undefined && chainId === config.chainId;
  const { data, error, isSuccess, isLoading, refetch } = useQuery({
    queryKey: ['chain', chainId, of, config?.contracts, owner] as const,
    queryFn: () => {
      if (!canRead) throw new Error('reading a balance needs a contract and a wallet');
      return read(parts().store.request, config.contracts, owner);
    },
    enabled: canRead,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnReconnect: 'always',
    retry,
  });
  // While it is read again, a query that never had an answer forgets its error.
  const [failure, setFailure] = useState<Error | null>(null);
  if (error && failure !== error) setFailure(error);
  if (isSuccess && failure !== null) setFailure(null);
  const isFailed = failure !== null || (owner !== null && isUnreachable);
  return {
    balance: data ?? null,
    isLoading,
    isFailed,
    failure,
    refetch: () => void (canRead && refetch()),
  };
}

/**
 * The balance in wei of 18 decimals, whatever the token's own; further digits are cut off. Null
 * while it is unknown; `problem` then says in a sentence why it can't be read and what to do, if
 * that is why.
 */
export function useDenaBalance(): { balanceWei: bigint | null; problem: string | null } {
  const { balance, isFailed, failure } = useChainRead('dena', readDena, 1);
  const isOffline = useIsOffline();
  if (!isFailed) return { balanceWei: balance, problem: null };
  const problem = isOffline
    ? `${OFFLINE} Your balance is read again once it is online.`
    : remedyFor(failure, { pending: NO_NETWORK, otherwise: NO_NETWORK });
  return { balanceWei: null, problem };
}

const readDena: Read<bigint> = async (request, { dena }, owner) => {
  const [balance, decimals] = await Promise.all([
    readUint(request, dena, balanceOfData(owner)),
    readUint(request, dena, DECIMALS_DATA),
  ]);
  if (decimals > MAX_DECIMALS) throw new RangeError(`${decimals} decimals exceed a uint8`);
  const shift = BigInt(DENA_DECIMALS) - decimals;
  return shift >= 0n ? balance * 10n ** shift : balance / 10n ** -shift;
};

/**
 * Copies of the nation's token in each collection, staked ones included: staking moves nothing.
 * Null while unknown.
 */
export function useNftBalances(nationId: NationId) {
  const tokenId = BigInt(NATIONS[nationId].tokenId);
  const read: Read<{ national: bigint; cultural: bigint }> = async (request, contracts, owner) => {
    const data = tokenBalanceOfData(owner, tokenId);
    const [national, cultural] = await Promise.all([
      readUint(request, contracts.nationalNft, data),
      readUint(request, contracts.culturalNft, data),
    ]);
    return { national, cultural };
  };
  const { balance, isLoading, isFailed, refetch } = useChainRead(`nfts of ${nationId}`, read, 0);
  return {
    national: balance?.national ?? null,
    cultural: balance?.cultural ?? null,
    isLoading,
    isError: isFailed,
    refetch,
  };
}
