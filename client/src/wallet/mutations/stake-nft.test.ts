import { afterEach, expect, test } from 'vitest';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import { address } from '../../../../common/values/address.ts';
import { stakeIdSchema } from '../../../../common/values/ids.ts';
import { startTestServer, type Reply, type TestServer } from '../../testing/api-server.ts';
import { stakeNft } from './stake-nft.ts';
import { unstakeNft } from './unstake-nft.ts';

const WALLET = address('0x00000000000000000000000000000000000000aa');
const CONTRACT = address('0x00000000000000000000000000000000000000cc');
const TOKEN = { tokenId: '2', contractAddress: CONTRACT };

let running: TestServer | null = null;

async function serving(reply: Reply): Promise<TestServer> {
  running = await startTestServer(() => reply);
  return running;
}

afterEach(async () => {
  await running?.close();
  running = null;
});

const stake: NftStakeView = {
  id: stakeIdSchema.parse('s1'),
  walletAddress: WALLET,
  ...TOKEN,
  imageUrl: 'https://a.example/2.png',
  quantity: 3,
  isActive: 1,
  stakedAt: '2026-01-01T00:00:00.000Z',
  unstakeableAt: '2026-01-08T00:00:00.000Z',
  nftType: 'national',
  territoryValue: 120,
  productionBonus: 0.25,
  culturalGdpBonus: 0,
};

test('a stake of national NFTs names the token, the quantity, and its command', async () => {
  const server = await serving({ status: 201, body: stake });
  expect(await stakeNft.call(WALLET, { ...TOKEN, quantity: 3 }, 'k1')).toEqual(stake);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    path: '/api/nft/stake',
    body: { walletAddress: WALLET, ...TOKEN, quantity: 3 },
    headers: { 'idempotency-key': 'k1' },
  });
});

test('a stake of a cultural NFT says museum, and has no quantity if none is given', async () => {
  const server = await serving({ status: 201, body: { ...stake, nftType: 'museum' } });
  const staked = await stakeNft.call(WALLET, { ...TOKEN, nftType: 'cultural' }, 'k1');
  expect(staked.nftType).toBe('cultural');
  expect(server.seen[0]?.body).toEqual({ walletAddress: WALLET, ...TOKEN, nftType: 'museum' });
});

test('an unstake names the stake and its command', async () => {
  const server = await serving({ status: 200, body: { ...stake, isActive: 0 } });
  const ended = await unstakeNft.call(WALLET, { stakeId: stake.id }, 'k2');
  expect(ended.isActive).toBe(0);
  expect(server.seen[0]).toMatchObject({
    path: '/api/nft/unstake',
    body: { walletAddress: WALLET, stakeId: 's1' },
    headers: { 'idempotency-key': 'k2' },
  });
});
