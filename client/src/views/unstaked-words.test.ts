import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { WalletNotConnected } from '../wallet/wallet-errors.ts';
import { unstaked, unstakingFailed } from './unstaked-words.ts';

it('says that an NFT is back, in the specified words', () => {
  const description = 'Your NFT has been returned to your wallet';
  expect(unstaked('national')).toMatchObject({ title: 'NFT Unstaked Successfully', description });
  expect(unstaked('cultural')).toMatchObject({ title: 'Cultural NFT Unstaked', description });
});

it('gives the reason of a failure, if there is one', () => {
  const silent = new ApiError(500, '');
  expect(unstakingFailed('national', silent).description).toBe('Failed to unstake NFT');
  expect(unstakingFailed('cultural', silent).description).toBe('Failed to unstake cultural NFT');
  expect(unstakingFailed('cultural', silent).reason).toBeUndefined();
  expect(unstakingFailed('national', new ApiError(409, 'Still locked.')).reason).toBe(
    'Still locked.',
  );
});

it('asks for the wallet that disconnected in the meantime', () => {
  const away = new WalletNotConnected('Connect your wallet first.');
  expect(unstakingFailed('cultural', away)).toMatchObject({
    title: 'Wallet Not Connected',
    description: 'Please connect your wallet to unstake NFTs',
  });
});
