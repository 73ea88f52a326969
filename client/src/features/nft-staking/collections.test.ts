import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { unstakingFailed } from '../../views/unstaked-words.ts';
import { WalletNotConnected } from '../../wallet/wallet-errors.ts';
import { stakingFailed } from './collections.ts';

it.each([
  ['stake', 'Staking Failed', stakingFailed],
  ['unstake', 'Unstaking Failed', unstakingFailed],
])('what failed to %s is told with the server’s reason, if there is one', (verb, title, failed) => {
  const refused = new ApiError(409, "You don't own this NFT");
  expect(failed('national', refused)).toMatchObject({
    title,
    description: `Failed to ${verb} NFT`,
    reason: "You don't own this NFT",
  });
  const silent = failed('cultural', new ApiError(500, ''));
  expect(silent.description).toBe(`Failed to ${verb} cultural NFT`);
  expect(silent.reason).toBeUndefined();
  // The wallet disconnected in the meantime.
  expect(failed('national', new WalletNotConnected('Connect your wallet first.'))).toMatchObject({
    title: 'Wallet Not Connected',
    description: `Please connect your wallet to ${verb} NFTs`,
  });
});
