/** What a wallet can do in the game, as mutations; each signs in first where it must. */
import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DenaStakeView } from '../../../common/protocol/dena-stakes.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { denaStakesQuery, stakeDena, unstakeDena } from '../api/dena-stakes.ts';
import { LEADERBOARD_KEY } from '../api/leaderboard.ts';
import { chooseNation, playerNationQuery } from '../api/player-nation.ts';
import { runSignedAction } from './signed-action.ts';
import { useWalletContext } from './wallet-context.ts';

export function useChooseNation() {
  return useSignedMutation<{ nationId: NationId }, PlayerNationView>({
    send: (walletAddress, { nationId }, key) => chooseNation({ walletAddress, nationId }, key),
    keep(queryClient, walletAddress, player) {
      // Kept before it is asked for again, so that no page sees a player without a nation in between.
      queryClient.setQueryData(playerNationQuery(walletAddress).queryKey, player);
      refreshPlayer(queryClient, walletAddress);
    },
  });
}

/** `amount` in whole DENA, as a decimal string. */
export function useStakeDena() {
  return useSignedMutation<{ amount: string }, DenaStakeView>({
    send: (walletAddress, { amount }, key) => stakeDena({ walletAddress, amount }, key),
    keep: keepDenaStake,
  });
}

export function useUnstakeDena() {
  return useSignedMutation<{ stakeId: StakeId }, DenaStakeView>({
    send: (walletAddress, { stakeId }, key) => unstakeDena({ walletAddress, stakeId }, key),
    keep: keepDenaStake,
  });
}

function keepDenaStake(queryClient: QueryClient, walletAddress: Address, stake: DenaStakeView) {
  const { queryKey } = denaStakesQuery(walletAddress);
  queryClient.setQueryData(queryKey, (stakes) => {
    if (!stakes) return undefined;
    const isListed = stakes.some(({ id }) => id === stake.id);
    return isListed
      ? stakes.map((listed) => (listed.id === stake.id ? stake : listed))
      : [stake, ...stakes];
  });
  void queryClient.invalidateQueries({ queryKey });
  refreshPlayer(queryClient, walletAddress);
}

/** SPEC.md §7: what changes a player refreshes the player and the leaderboard. */
function refreshPlayer(queryClient: QueryClient, walletAddress: Address) {
  const { queryKey } = playerNationQuery(walletAddress);
  void queryClient.invalidateQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY });
}

interface SignedMutation<Variables, Answer> {
  readonly send: (
    walletAddress: Address,
    variables: Variables,
    idempotencyKey: string,
  ) => Promise<Answer>;
  readonly keep: (queryClient: QueryClient, walletAddress: Address, answer: Answer) => void;
}

/** A mutation of the connected wallet; its state is dropped where the wallet's account changes. */
function useSignedMutation<Variables, Answer>(
  spec: SignedMutation<Variables, Answer>,
): UseMutationResult<Answer, Error, Variables> {
  const queryClient = useQueryClient();
  const { store, sessions, view } = useWalletContext();
  const { walletAddress } = view;
  const startedFor = useRef<Address | null>(null);
  const mutation = useMutation<Answer, Error, Variables>({
    mutationFn(variables) {
      startedFor.current = store.getSnapshot().walletAddress;
      return runSignedAction(store, sessions, {
        send: (walletAddress, key) => spec.send(walletAddress, variables, key),
        keep: (walletAddress, answer) => spec.keep(queryClient, walletAddress, answer),
      });
    },
  });
  const { reset } = mutation;
  useEffect(() => {
    // One that began for this very account, right after it connected, goes on.
    if (startedFor.current === null || startedFor.current === walletAddress) return;
    startedFor.current = null;
    reset();
  }, [walletAddress, reset]);
  return mutation;
}
