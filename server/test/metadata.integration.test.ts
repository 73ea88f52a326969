/**
 * [NFT1] The traits of a national NFT come only from its metadata, through every fault of the metadata's
 * host.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { stakeNftCall, verifyNftCall } from '../../common/protocol/nfts.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { listening } from '../../tools/test/listening.ts';
import { Harness, METADATA, TEST_CONTRACTS, type TestPlayer } from './support/harness.ts';

/** A metadata host that a test takes down and delays. */
class MetadataHost {
  mood: 'well' | 'limited' | 'holding' = 'well';
  readonly #held: ServerResponse[] = [];
  readonly #server: Server = createServer((_request, response) => {
    if (this.mood === 'holding') return void this.#held.push(response);
    if (this.mood === 'limited') return void response.writeHead(429).end();
    this.#answer(response);
  });

  /** Answers what it held back, and is well again. */
  release(): void {
    this.mood = 'well';
    for (const response of this.#held.splice(0)) this.#answer(response);
  }

  #answer(response: ServerResponse): void {
    const attributes = [
      { trait_type: 'Territory', value: 250 },
      { trait_type: 'Production', value: 0.1 },
    ];
    response.end(JSON.stringify({ name: 'Land', image: 'https://a.test/2.png', attributes }));
  }

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listening(this.#server)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let server: Harness;
let host: MetadataHost;
let base: string;

beforeAll(async () => {
  host = new MetadataHost();
  base = await host.start();
  server = await Harness.start();
  for (const id of [1n, 2n, 3n, 4n]) {
    server.chain.setTokenUri('national', id, `${base}/national/{id}`);
    server.chain.setTokenUri('cultural', id, `${base}/cultural/{id}`);
  }
});
afterEach(() => {
  host.mood = 'well';
});
afterAll(async () => {
  await server.close();
  host.close();
});

const national = (tokenId: number) => ({ tokenId, contractAddress: TEST_CONTRACTS.nationalNft });
const museum = (tokenId: number) => ({
  tokenId,
  contractAddress: TEST_CONTRACTS.culturalNft,
  nftType: 'museum',
});

async function playerOf(nationId: 'italy' | 'china' | 'usa' | 'argentina'): Promise<TestPlayer> {
  const player = await server.player(dena(10));
  server.chain.give(player.wallet, { national: { [nationId]: 9 }, cultural: { [nationId]: 9 } });
  await player.post('/api/player-nation', { nationId });
  return player;
}

test('an outage before anything was read answers 503 and records nothing', async () => {
  const player = await playerOf('italy');
  host.mood = 'limited';
  const refused = await player.post('/api/nft/stake', national(2));
  expect([
    refused.status,
    refused.headers['x-refusal-code'],
    refused.headers['retry-after'],
  ]).toEqual([503, 'metadata-unavailable', '5']);
  expect(refused.text).toMatch(/metadata.*Try again in 5 seconds/);
  expect((await player.get(`/api/territory/${player.wallet}`)).text).toBe('[]');
  const unknown = (await player.post('/api/nft/verify', national(2))).json(
    verifyNftCall.answers[200],
  );
  expect(unknown).toMatchObject({
    isOwner: true,
    balance: '9',
    metadata: { image: '', name: '', territoryValue: 0, productionBonus: 0 },
  });
});

test('metadata that never can be read is refused for good, in words that say what is wrong', async () => {
  const player = await playerOf('argentina');
  server.chain.setTokenUri('national', 3n, `data:,{"name":"${'x'.repeat(METADATA.maxBytes)}"}`);
  const refused = await player.post('/api/nft/stake', national(3));
  expect([
    refused.status,
    refused.headers['x-refusal-code'],
    refused.headers['retry-after'],
  ]).toEqual([409, 'metadata-unusable', undefined]);
  expect(refused.text).toContain(
    'its metadata, which says what it is worth, is larger than 97 KiB',
  );
  const { metadata } = (await server.stranger().post('/api/nft/verify', national(3))).json(
    verifyNftCall.answers[200],
  );
  expect(metadata).toMatchObject({ territoryValue: 0, unusable: refused.text });
});

test('a cultural stake does not wait for metadata', async () => {
  const player = await playerOf('usa');
  host.mood = 'holding';
  const staked = await player.post('/api/nft/stake', museum(1));
  expect(staked.json(stakeNftCall.answers[201])).toMatchObject({
    imageUrl: '',
    culturalGdpBonus: 1500,
  });
  // A verification waits for the picture, and the next stake has it.
  host.release();
  await expect
    .poll(
      async () =>
        (
          await player.post('/api/nft/verify', {
            tokenId: 1,
            contractAddress: museum(1).contractAddress,
          })
        ).text,
    )
    .toContain('a.test/2.png');
  const next = await player.post('/api/nft/stake', museum(1));
  expect(next.json(stakeNftCall.answers[201]).imageUrl).toBe('https://a.test/2.png');
});

test('only the game’s tokens are verified, so that strangers can’t have others read', async () => {
  const stranger = server.stranger();
  for (const tokenId of [0, 5, '99999999999999999999']) {
    const refused = await stranger.post('/api/nft/verify', { ...national(1), tokenId });
    expect([refused.status, refused.headers['x-refusal-code']]).toEqual([400, 'bad-request']);
    expect(refused.text).toContain('1, 2, 3 and 4');
  }
});
