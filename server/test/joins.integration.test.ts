/**
 * [NAT3] Wallets that hold nothing join at a limited rate; those that hold something, or already play,
 * immediately.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Gift } from '../chain/testing/chain-sim.ts';
import { tally, type Answer } from './support/answer-check.ts';
import { DEVELOPMENT_LIMITS } from '../http/limits.ts';
import { Harness, type TestPlayer } from './support/harness.ts';

const LIMIT = 3;
/** Calls to the chain for callers who have proven no wallet. */
const STRANGER_READS = 10;

let server: Harness;

beforeEach(async () => {
  server = await Harness.start({
    env: { TRUST_PROXY_HOPS: '1', JOINS_PER_ADDRESS: `${LIMIT}`, WALLET_PROOF: 'off' },
    limits: { ...DEVELOPMENT_LIMITS, strangerReads: STRANGER_READS },
  });
});
afterEach(() => server.close());

function join(
  player: TestPlayer,
  { nationId = 'usa', address = '203.0.113.1', key }: Joining = {},
): Promise<Answer> {
  const headers = { 'X-Forwarded-For': address, ...(key ? { 'Idempotency-Key': key } : {}) };
  return player.post('/api/player-nation', { nationId }, headers);
}

interface Joining {
  readonly nationId?: NationId;
  readonly address?: string;
  readonly key?: string;
}

async function joinWith(gift: Gift): Promise<number> {
  const holder = server.stranger();
  server.chain.give(holder.wallet, gift);
  return (await join(holder)).status;
}

/** Uses up the address's remaining places, and checks how many there were. */
async function expectLeft(count: number, address?: string): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    expect((await join(server.stranger(), { address })).status).toBe(201);
  }
  const refused = await join(server.stranger(), { address });
  expect([refused.status, refused.headers['x-refusal-code']]).toEqual([429, 'too-many-joins']);
}

test('past the limit a join is refused with what to do, and another address has its own limit', async () => {
  await expectLeft(LIMIT, '2001:db8:0:1::1');
  const refused = await join(server.stranger(), { address: '2001:db8:0:1:ffff::9' });
  expect(refused.text).toBe(
    'Too many wallets without holdings joined from your address. Come back in an hour, or join with a wallet that holds DENA or an NFT of your nation.',
  );
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
  await expectLeft(LIMIT, '2001:db8:0:2::1');
});

test('a wallet that holds any of the three assets joins past the limit, and takes no place', async () => {
  const gifts: Gift[] = [
    { denaWei: 1n },
    { denaWei: dena(100) },
    { national: { usa: 1 } },
    { cultural: { usa: 1 } },
  ];
  for (const gift of gifts) expect(await joinWith(gift)).toBe(201);
  await expectLeft(LIMIT);
  for (const gift of gifts) expect(await joinWith(gift)).toBe(201);
  // NFTs of another nation are no use to them.
  expect(await joinWith({ national: { italy: 1 }, cultural: { china: 2 } })).toBe(429);
});

test('past the limit a join asks the chain as a stranger does, whose calls have an end', async () => {
  await expectLeft(LIMIT);
  const holdings = server.chain.holdings.bind(server.chain);
  let reads = 0;
  server.chain.holdings = (...asked) => {
    reads += 1;
    return holdings(...asked);
  };
  const answers: Answer[] = [];
  for (let n = 0; n < 3 * STRANGER_READS; n += 1) answers.push(await join(server.stranger()));
  expect(reads).toBeLessThan(2 * STRANGER_READS);
  expect(tally(answers)).toEqual({ 429: reads, 503: answers.length - reads });
  expect((await join(server.stranger(), { address: '203.0.113.2' })).status).toBe(201);
});

test('what makes no player takes no place: the same choice again, another one, a malformed one', async () => {
  const player = server.stranger();
  expect((await join(player, { key: 'first' })).status).toBe(201);
  for (let n = 0; n < 2 * LIMIT; n += 1) {
    expect((await join(player)).status).toBe(200);
    expect((await join(player, { key: 'first' })).status).toBe(201);
    expect((await join(player, { nationId: 'italy' })).status).toBe(409);
    const malformed = await server.stranger().post('/api/player-nation', { nationId: 'atlantis' });
    expect(malformed.status).toBe(400);
  }
  await expectLeft(LIMIT - 1);
  expect((await join(player)).status).toBe(200);
});

test('[CHN2] while the chain is unavailable nothing is known about a wallet, which then counts as empty-handed', async () => {
  server.chain.goDown();
  await expectLeft(LIMIT);
  server.chain.comeBack();
  expect(await joinWith({ denaWei: 1n })).toBe(201);
});

test('a failed join gives its place back', async () => {
  const commit = server.store.commit.bind(server.store);
  server.store.commit = () => Promise.reject(new TypeError('a bug in the store'));
  for (let n = 0; n < 2 * LIMIT; n += 1) {
    expect((await join(server.stranger())).status).toBe(500);
  }
  server.store.commit = commit;
  await expectLeft(LIMIT);
});
