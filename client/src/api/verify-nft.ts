/** The game's data about a token: a read, although it is a POST. */
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { verifyNftCall, type NftVerification } from '../../../common/protocol/nfts.ts';
import type { Address } from '../../../common/values/address.ts';
import { request } from './request.ts';

/** A token of one of the two collections; its id as a decimal string. */
export interface NftRef {
  readonly tokenId: string;
  readonly contractAddress: Address;
}

function verifyNft(
  body: NftRef & { walletAddress: Address },
  signal?: AbortSignal,
): Promise<NftVerification> {
  return request(verifyNftCall, { body, signal });
}

/**
 * The token's picture and what a copy of it is worth; requested only for a wallet and a contract. Whether the
 * wallet owns it is as of the last answer: call `useVerifyNft` before acting on it.
 */
export function verifyNftQuery(
  walletAddress: Address | null,
  tokenId: string,
  contractAddress: Address | null,
) {
  return queryOptions({
    queryKey: ['/api/nft/verify', walletAddress, contractAddress, tokenId] as const,
    queryFn: ({ queryKey: [, wallet, contract, token], signal }) => {
      if (!wallet || !contract) throw new Error('verifying a token needs a wallet and a contract');
      return verifyNft(
        { walletAddress: wallet, tokenId: token, contractAddress: contract },
        signal,
      );
    },
    enabled: walletAddress !== null && contractAddress !== null,
  });
}

/** Verifies again, at the start of a stake; `verifyNftQuery` then has the answer as well. */
export function useVerifyNft(): UseMutationResult<
  NftVerification,
  Error,
  NftRef & { walletAddress: Address }
> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked) => verifyNft(asked),
    onSuccess(verification, { walletAddress, tokenId, contractAddress }) {
      const { queryKey } = verifyNftQuery(walletAddress, tokenId, contractAddress);
      queryClient.setQueryData(queryKey, verification);
    },
  });
}
