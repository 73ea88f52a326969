/**
 * Every code of the closed list is provoked here and comes with its own status. (`answer-check.ts`
 * checks that no refusal in any test over HTTP lacks a code.)
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyNftCall } from '../../common/protocol/nfts.ts';
import { HTTP_REFUSALS, type HttpRefusalCode } from '../../common/protocol/refusals.ts';
import { refreshCall, updateResourcesCall } from '../../common/protocol/upkeep.ts';
import { dena, rules } from '../../common/testing/fixtures.ts';
import { MAX_GDP } from '../../common/values/max-gdp.ts';
import { LIMITS } from '../http/limits.ts';
import { commitManyStakes } from '../store/testing/fixtures.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, TEST_CONTRACTS, type TestPlayer } from './support/harness.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let server: Harness;
/** Of Italy, with DENA and two NFTs, one of them staked. */
let player: TestPlayer;
/** Signed in, without a nation. */
let newcomer: TestPlayer;
let stakeId: string;
let endedId: string;

const NFT = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };
const COMMANDS_PER_WALLET = 40;

beforeAll(async () => {
  server = await Harness.start({ limits: { ...LIMITS, commandsPerWallet: COMMANDS_PER_WALLET } });
  player = await server.player(dena(BigInt(MAX_GDP)) * 20n);
  server.chain.give(player.wallet, { national: { italy: 1 } });
  newcomer = await server.player(dena(100));
  await player.post('/api/player-nation', { nationId: 'italy' });
  endedId = idIn(await player.post('/api/dena/stake', { amount: 10 }));
  await server.clock.advance(rules.lockMs);
  await player.post('/api/dena/unstake', { stakeId: endedId });
  stakeId = idIn(await player.post('/api/dena/stake', { amount: 10 }));
});
afterAll(() => server.close());

function idIn(answer: Answer): string {
  const id = /"id":"([^"]+)"/.exec(answer.text)?.[1];
  if (id === undefined) throw new Error(answer.text);
  return id;
}

/** How to provoke each code below /api of a healthy server. */
const ASKED = {
  'amount-not-positive': () => player.post('/api/dena/stake', { amount: 0 }),
  'gdp-out-of-range': () => player.post('/api/dena/stake', { amount: `${BigInt(MAX_GDP) * 11n}` }),
  'insufficient-dena': () => player.post('/api/dena/stake', { amount: `${BigInt(MAX_GDP) * 30n}` }),
  'insufficient-nfts': () => player.post('/api/nft/stake', { ...NFT, quantity: 9 }),
  'not-owner': () => newcomerOf('china').then((one) => one.post('/api/nft/stake', CHINESE)),
  'quantity-not-tradable': () => player.post('/api/trade', { resourceType: 'oil', quantity: 11 }),
  'price-changed': () =>
    player.post('/api/trade', { resourceType: 'oil', quantity: 50, cost: '2500.1' }),
  'quantity-not-whole': () => player.post('/api/works', { resourceType: 'oil', quantity: 1.5 }),
  'insufficient-resources': () =>
    player.post('/api/works', { resourceType: 'oil', quantity: 1_000_000 }),
  'wrong-nft': () =>
    player.post('/api/nft/verify', { ...NFT, contractAddress: `0x${'e'.repeat(40)}` }),
  'no-such-player': () => server.ask(`/api/player-nation/${newcomer.wallet}`),
  'no-such-stake': () => player.post('/api/dena/unstake', { stakeId: 'none' }),
  'nation-chosen-already': () => player.post('/api/player-nation', { nationId: 'usa' }),
  'no-nation': () => newcomer.post('/api/dena/stake', { amount: 1 }),
  'stake-ended': () => player.post('/api/dena/unstake', { stakeId: endedId }),
  'too-many-stakes': async () => {
    const one = await newcomerOf('usa');
    await commitManyStakes(server.store, one.wallet, { active: rules.maxStakesPerKind });
    return one.post('/api/dena/stake', { amount: 1 });
  },
  'stake-locked': () => player.post('/api/dena/unstake', { stakeId }),

  'message-malformed': () =>
    server.ask('/api/session', { json: { message: 'let me in', signature: '0x00' } }),
  'not-signed-in': () => server.stranger().post('/api/dena/stake', { amount: 1 }),
  'proof-refused': async () => {
    const { wallet, signer } = server.stranger();
    const message = await server.signInText(wallet);
    const signature = await signer.signMessage(`${message} `);
    return server.ask('/api/session', { json: { message, signature } });
  },
  'foreign-host': () => server.ask('/api/nations', { headers: { Host: 'evil.example' } }),
  'foreign-origin': () =>
    player.post('/api/dena/stake', { amount: 1 }, { Origin: 'https://evil.example' }),
  'wrong-wallet': () =>
    player.post('/api/dena/stake', { walletAddress: newcomer.wallet, amount: 1 }),
  'page-too-old': () => server.ask('/api/nations', { headers: { 'Denaria-Version': '1' } }),

  'bad-request': () => server.ask('/api/events?limit=0'),
  'malformed-json': () =>
    server.ask('/api/trade', { headers: { 'Content-Type': 'application/json' }, body: '{' }),
  'not-found': () => server.ask('/api/nothing'),
  'method-not-allowed': () => server.ask('/api/nations', { json: {} }),
  'key-reused': async () => {
    const key = { 'Idempotency-Key': 'one' };
    await player.post('/api/dena/stake', { amount: 1 }, key);
    return player.post('/api/dena/stake', { amount: 2 }, key);
  },
  'rules-changed': () =>
    player.post('/api/dena/stake', { amount: 1 }, { 'Denaria-Rules': '0'.repeat(16) }),
  'body-too-large': () => player.post('/api/dena/stake', { amount: '1'.repeat(20_000) }),
  'unsupported-media-type': () => server.ask('/api/trade', { body: 'all of it' }),
  'expectation-failed': () => server.ask('/api/nations', { headers: { Expect: 'miracles' } }),
  'headers-too-large': () =>
    server.ask('/api/nations', { headers: { 'X-Long': 'a'.repeat(20_000) } }),
  'too-many-requests': async () => {
    const hasty = await server.player();
    const asks = Array.from({ length: COMMANDS_PER_WALLET + 1 }, () =>
      hasty.post('/api/dena/stake', { amount: 1 }),
    );
    const answers = await Promise.all(asks);
    const refused = answers.find(({ status }) => status === 429);
    if (!refused) throw new Error('nothing was too much');
    return refused;
  },
  'chain-unavailable': async () => {
    server.chain.goDown();
    const answer = await player.post('/api/dena/stake', { amount: 1 });
    server.chain.comeBack();
    return answer;
  },
  'metadata-unavailable': async () => {
    const one = await newcomerOf('usa');
    server.chain.give(one.wallet, { national: { usa: 1 } });
    server.chain.sim.uris.set('national 1', 'http://127.0.0.1:1/');
    // A cultural NFT is worth the same whatever its metadata says.
    server.chain.give(one.wallet, { cultural: { usa: 1 } });
    server.chain.sim.uris.set('cultural 1', 'http://127.0.0.1:1/');
    const museum = { contractAddress: TEST_CONTRACTS.culturalNft, nftType: 'museum' };
    expect((await one.post('/api/nft/stake', { ...museum, tokenId: 1 })).status).toBe(201);
    return one.post('/api/nft/stake', { ...NFT, tokenId: 1 });
  },
  'metadata-unusable': async () => {
    const one = await newcomerOf('argentina');
    server.chain.give(one.wallet, { national: { argentina: 1 } });
    server.chain.sim.uris.set('national 3', 'data:nothing');
    return one.post('/api/nft/stake', { ...NFT, tokenId: 3 });
  },
  'store-unavailable': async () => {
    const closing = await Harness.start();
    await closing.store.close();
    const answer = await closing.ask(`/api/player-nation/${player.wallet}`);
    await closing.close();
    return answer;
  },
} satisfies Partial<Record<HttpRefusalCode, () => Promise<Answer>>>;

/** The test of each code that can't be provoked like this. */
const ELSEWHERE = {
  'more-than-needed': 'common/rules/contribute.test.ts',
  'resource-not-needed': 'common/rules/contribute.test.ts',
  'work-finished': 'common/rules/contribute.test.ts',
  'before-the-game': 'server/http/answer-cache.test.ts',
  behind: 'server/test/at-least.test.ts',
  busy: 'server/http/problem.test.ts',
  'internal-error': 'server/http/problem.test.ts',
  'malformed-request': 'server/http/connections.test.ts',
  'no-such-season': 'server/test/seasons.integration.test.ts',
  'no-such-session': 'server/test/sessions.test.ts',
  'no-ledger': 'server/test/ledger.integration.test.ts',
  'not-recorded': 'server/http/answer-cache.test.ts',
  paused: 'server/test/operate.integration.test.ts',
  'precondition-failed': 'server/http/built-pages.integration.test.ts',
  'range-not-satisfiable': 'server/http/built-pages.integration.test.ts',
  'request-timeout': 'server/http/connections.test.ts',
  'too-many-joins': 'server/test/limits.test.ts',
} satisfies Partial<Record<HttpRefusalCode, string>>;

const CHINESE = { tokenId: 4, contractAddress: `0x${'a'.repeat(40)}` };

async function newcomerOf(nationId: string): Promise<TestPlayer> {
  const one = await server.player();
  await one.post('/api/player-nation', { nationId });
  return one;
}

test.each(Object.entries(ASKED))('%s', async (code, ask) => {
  const answer = await ask();
  expect([answer.headers['x-refusal-code'], answer.text]).toEqual([code, expect.any(String)]);
  expect(answer.status).toBe(new Map(Object.entries(HTTP_REFUSALS)).get(code));
});

test('[PRO28] a key under which a stranger settles or refreshes is still the player’s own', async () => {
  const headers = { 'Idempotency-Key': 'wanted' };
  await server.clock.advance(60 * 60_000);
  const upkeep = { json: { walletAddress: player.wallet }, headers };
  for (const { path } of [updateResourcesCall, refreshCall]) {
    expect((await server.ask(path, upkeep)).status).toBe(200);
  }
  const staked = await player.post('/api/dena/stake', { amount: 1 }, headers);
  expect([staked.status, staked.headers['x-refusal-code']]).toEqual([201, undefined]);
});

test('[NFT1] a verification says what is wrong with the metadata, and is of the game’s tokens only', async () => {
  server.chain.sim.uris.set('national 3', 'data:nothing');
  const verify = (tokenId: number | string) =>
    server.stranger().post('/api/nft/verify', { ...NFT, tokenId });
  const { metadata } = (await verify(3)).json(verifyNftCall.answers[200]);
  expect(metadata).toMatchObject({
    territoryValue: 0,
    unusable: expect.stringContaining('its metadata, which says what it is worth, is'),
  });
  for (const tokenId of [0, 5, '99999999999999999999']) {
    const refused = await verify(tokenId);
    expect([refused.status, refused.headers['x-refusal-code']]).toEqual([400, 'bad-request']);
    expect(refused.text).toContain('1, 2, 3 and 4');
  }
});

test('[PRO24] every code of the list is tested, here or where this file says', () => {
  const tested = [...Object.keys(ASKED), ...Object.keys(ELSEWHERE)];
  expect(tested.toSorted()).toEqual(Object.keys(HTTP_REFUSALS).toSorted());
  for (const [code, file] of Object.entries(ELSEWHERE)) {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(code);
  }
});
