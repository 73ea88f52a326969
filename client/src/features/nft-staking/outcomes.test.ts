import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { WalletNotConnected } from '../../wallet/wallet-errors.ts';
import { stakingFailed } from './outcomes.ts';

it('gives the reason in the server’s words', () => {
  expect(stakingFailed('national', new ApiError(409, "You don't own this NFT"))).toMatchObject({
    title: 'Staking Failed',
    description: 'Failed to stake NFT',
    reason: "You don't own this NFT",
  });
});

it('uses its own words if the server gave none', () => {
  const silent = new ApiError(500, '');
  expect(stakingFailed('national', silent).description).toBe('Failed to stake NFT');
  expect(stakingFailed('national', silent).reason).toBeUndefined();
  expect(stakingFailed('cultural', silent).description).toBe('Failed to stake cultural NFT');
});

it('asks to connect the wallet if it disconnected meanwhile', () => {
  const away = new WalletNotConnected('Connect your wallet first.');
  expect(stakingFailed('national', away)).toMatchObject({
    title: 'Wallet Not Connected',
    description: 'Please connect your wallet to stake NFTs',
  });
});
