import { afterEach, expect, test } from 'vitest';
import type { NftStakeView } from '../../../common/protocol/nfts.ts';
import { address } from '../../../common/values/address.ts';
import { stakeIdSchema } from '../../../common/values/ids.ts';
import { startTestServer, type Reply, type TestServer } from '../testing/api-server.ts';
import { createQueryClient } from './query-client.ts';
import { territoryQuery } from './territory.ts';

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

test('the territory is the list of its wallet', async () => {
  const server = await serving({ status: 200, body: [stake] });
  expect(await createQueryClient().fetchQuery(territoryQuery(WALLET))).toEqual([stake]);
  expect(server.seen[0]?.path).toBe(`/api/territory/${WALLET}`);
  expect(territoryQuery(null).enabled).toBe(false);
});
