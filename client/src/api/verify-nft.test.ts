import { afterEach, expect, test } from 'vitest';
import type { NftVerification } from '../../../common/protocol/nfts.ts';
import { address } from '../../../common/values/address.ts';
import { startTestServer, type Reply, type TestServer } from '../testing/api-server.ts';
import { createQueryClient } from './query-client.ts';
import { verifyNft, verifyNftQuery } from './verify-nft.ts';

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

const verification: NftVerification = {
  isOwner: true,
  balance: '3',
  metadata: {
    image: 'https://a.example/2.png',
    name: 'Italy',
    territoryValue: 120,
    productionBonus: 0.25,
    culturalGdpBonus: 0,
  },
};

test('a token is verified by a POST; the query caches the answer, the call asks every time', async () => {
  const server = await serving({ status: 200, body: verification });
  const queryClient = createQueryClient();
  const query = verifyNftQuery(WALLET, '2', CONTRACT);
  expect(await queryClient.fetchQuery(query)).toEqual(verification);
  await queryClient.fetchQuery(query);
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    path: '/api/nft/verify',
    body: { walletAddress: WALLET, ...TOKEN },
  });
  await verifyNft({ walletAddress: WALLET, ...TOKEN });
  expect(server.seen).toHaveLength(2);
});

test('nothing is verified without a wallet or a contract', () => {
  expect(verifyNftQuery(null, '2', CONTRACT).enabled).toBe(false);
  expect(verifyNftQuery(WALLET, '2', null).enabled).toBe(false);
});
