/** The DENA of the connected wallet, read on chain through that wallet [CAL8]. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from '../../../common/values/address.ts';
import { DENA_DECIMALS } from '../../../common/values/amount.ts';
import { configQuery } from '../api/config.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { balanceOfData, decimalsData, readUint, type WalletRequest } from './eth-call.ts';
import { useWalletContext } from './wallet-context.ts';
import { remedyFor } from './eip1193.ts';

const NO_NETWORK =
  'Your wallet gets no answer from its network. It is asked again every 10 seconds; if that does not help, choose another RPC in the wallet.';

/** The token's decimals are a uint8. */
const MAX_DECIMALS = 255n;

/**
 * The balance in wei of 18 decimals, whatever the token's own; further digits are cut off.
 * @throws if the wallet refuses or the address is not a contract.
 */
async function readDenaBalance(
  request: WalletRequest,
  contract: Address,
  owner: Address,
): Promise<bigint> {
  const [balance, decimals] = await Promise.all([
    readUint(request, contract, balanceOfData(owner)),
    readUint(request, contract, decimalsData()),
  ]);
  if (decimals > MAX_DECIMALS) throw new RangeError(`${decimals} decimals exceed a uint8`);
  const shift = BigInt(DENA_DECIMALS) - decimals;
  return shift >= 0n ? balance * 10n ** shift : balance / 10n ** -shift;
}

interface DenaBalance {
  /** Null while it is unknown, and on a different network than the game's: an earlier reading may be wrong by now. */
  readonly balanceWei: bigint | null;
  /** Why it can't be read and what to do, in a sentence; null otherwise. */
  readonly problem: string | null;
}

export function useDenaBalance(): DenaBalance {
  const { parts, view } = useWalletContext();
  const { walletAddress, chainId, isUnreachable } = view;
  const config = useQuery(configQuery()).data;
  const contract = config?.contracts.dena ?? null;
  const query = useQuery(
    queryOptions({
      queryKey: ['chain', chainId, 'dena-balance', contract, walletAddress] as const,
      queryFn: ({ queryKey: [, , , contract, owner] }) => {
        if (!contract || !owner) throw new Error('reading a balance needs a contract and a wallet');
        return readDenaBalance(parts().store.request, contract, owner);
      },
      enabled: walletAddress !== null && config !== undefined && chainId === config.chainId,
      refetchInterval: POLL_INTERVAL_MS,
      retry: 1,
    }),
  );
  // While it is read again, a query that never had an answer forgets its error.
  const [failure, setFailure] = useState<Error | null>(null);
  if (query.isError && failure !== query.error) setFailure(query.error);
  if (query.isSuccess && failure !== null) setFailure(null);
  if (failure !== null || (walletAddress !== null && isUnreachable)) {
    const problem = remedyFor(failure, { pending: NO_NETWORK, otherwise: NO_NETWORK });
    return { balanceWei: null, problem };
  }
  return { balanceWei: query.data ?? null, problem: null };
}
