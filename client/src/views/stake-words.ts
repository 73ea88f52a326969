/** What toasts say of stakes that begin and end [TXT8–14]. Pure. */
import { failureReason } from '../../../client-kit/api/api-error.ts';
import type { FailureText } from '../ui/toasts/toast.ts';
import { WalletNotConnected } from '../wallet/wallet-errors.ts';
import type { StakeKind } from './staked.ts';

type DoneText = readonly [title: string, description: string];

const RETURNED = 'Your NFT has been returned to your wallet';
const INCREASED = 'Your GDP has been increased!';

export const STAKED: Readonly<Record<StakeKind, DoneText>> = {
  dena: ['DENA Staked Successfully', INCREASED],
  national: ['NFT Staked Successfully', 'Your territory has been expanded!'],
  cultural: ['Cultural NFT Staked Successfully', INCREASED],
};

export const UNSTAKED: Readonly<Record<StakeKind, DoneText>> = {
  dena: ['DENA Unstaked Successfully', 'Your DENA has been returned to your balance'],
  national: ['NFT Unstaked Successfully', RETURNED],
  cultural: ['Cultural NFT Unstaked', RETURNED],
};

const NAMES: Readonly<Record<StakeKind, string>> = {
  dena: 'DENA',
  national: 'NFT',
  cultural: 'cultural NFT',
};

export function failedTo(verb: 'stake' | 'unstake', kind: StakeKind, error: unknown): FailureText {
  if (kind !== 'dena' && error instanceof WalletNotConnected) {
    return ['Wallet Not Connected', `Please connect your wallet to ${verb} NFTs`];
  }
  const title = verb === 'stake' ? 'Staking Failed' : 'Unstaking Failed';
  return [title, `Failed to ${verb} ${NAMES[kind]}`, failureReason(error)];
}
