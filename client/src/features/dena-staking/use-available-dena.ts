/** How much of the wallet's DENA can be staked: its on-chain balance, less what the server's ledger holds. */
import { useQuery } from '@tanstack/react-query';
import { playerNationQuery } from '../../api/player-nation.ts';
import { ledgerOf } from '../../views/dena-ledger.ts';
import { useDenaBalance } from '../../wallet/dena-balance.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import type { Available } from './stake-form.ts';

export function useAvailableDena(): Available {
  const { walletAddress, isMetaMaskInstalled, isWrongNetwork } = useWallet();
  const { balanceWei, isError } = useDenaBalance();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (!isMetaMaskInstalled) return { status: 'no-wallet' };
  if (!walletAddress) return { status: 'not-connected' };
  if (isWrongNetwork) return { status: 'wrong-network' };
  // A later reading that fails leaves the last one in use: the server decides by its own.
  if (balanceWei === null) return { status: isError ? 'unreadable' : 'loading' };
  if (!player) return { status: 'loading' };
  return { status: 'known', wei: ledgerOf(balanceWei, player.playerNation).freeWei };
}
