import { expect, it } from 'vitest';
import { ApiError } from '../../../client-kit/api/api-error.ts';
import { WalletNotConnected } from '../wallet/wallet-errors.ts';
import { failedTo } from './stake-words.ts';

it.each([
  ['stake', 'Staking Failed'],
  ['unstake', 'Unstaking Failed'],
] as const)(
  'what failed to %s is told with the server’s reason, if there is one',
  (verb, title) => {
    const refused = new ApiError(409, "You don't own this NFT");
    expect(failedTo(verb, 'national', refused)).toEqual([
      title,
      `Failed to ${verb} NFT`,
      "You don't own this NFT",
    ]);
    expect(failedTo(verb, 'cultural', new ApiError(500, ''))).toEqual([
      title,
      `Failed to ${verb} cultural NFT`,
      undefined,
    ]);
    // The wallet disconnected in the meantime.
    const gone = new WalletNotConnected('Connect your wallet first.');
    expect(failedTo(verb, 'national', gone)).toEqual([
      'Wallet Not Connected',
      `Please connect your wallet to ${verb} NFTs`,
    ]);
    expect(failedTo(verb, 'dena', gone)[1]).toBe(`Failed to ${verb} DENA`);
  },
);
