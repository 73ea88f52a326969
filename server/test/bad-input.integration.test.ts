/**
 * Bad input over real HTTP: every case is answered with its status and a sentence that says the remedy, and
 * changes nothing. The table is one, past 400 lines, so that one server answers it all.
 */
import { gzipSync } from 'node:zlib';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { dena } from '../../common/testing/fixtures.ts';
import type { StakeId } from '../../common/values/ids.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import type { Asking } from './support/http-client.ts';

let server: Harness;
/** Of Italy, with 10,000 DENA, of which 100 are staked. */
let player: TestPlayer;
let lockedStake: StakeId;
let endedStake: StakeId;
/** Also of Italy. */
let other: TestPlayer;
let othersStake: StakeId;
/** Signed in, without a nation. */
let newcomer: TestPlayer;

async function stakeOf(staker: TestPlayer, amount: number): Promise<StakeId> {
  const answer = await staker.post('/api/dena/stake', { amount });
  return answer.json(stakeDenaCall.answers[201]).id;
}

beforeAll(async () => {
  server = await Harness.start({ store: 'embedded' });
  player = await server.player(dena(10_000));
  other = await server.player(dena(10_000));
  newcomer = await server.player(dena(10_000));
  for (const one of [player, other]) await one.post('/api/player-nation', { nationId: 'italy' });
  endedStake = await stakeOf(player, 50);
  await server.clock.advance(LOCK_MS);
  await player.post('/api/dena/unstake', { stakeId: endedStake });
  lockedStake = await stakeOf(player, 100);
  othersStake = await stakeOf(other, 10);
  await server.quiet();
});

afterAll(() => server.close());

/** Everything in which a change would show; not what a new balance or time itself changes. */
async function everything(): Promise<string> {
  const answers = await Promise.all([
    server.ask('/api/leaderboard'),
    ...[player, other, newcomer].flatMap(({ wallet }) => [
      server.ask(`/api/player-nation/${wallet}`),
      server.ask(`/api/dena/stakes/${wallet}`),
    ]),
  ]);
  const texts = answers.map(({ text }) => text.replace(/"change24h":\{[^}]*\}/, ''));
  const events = await server.store.events({ limit: 1000, order: 'newest-first' });
  const deeds = events.filter(({ kind }) => kind !== 'holdings-verified').map(({ rev }) => rev);
  return JSON.stringify([deeds, texts], null, 1);
}

/** Sends a request, and checks the answer against what every refusal must have. */
async function expectRefusal(
  asking: () => Promise<Answer>,
  status: number,
  sentence: RegExp,
): Promise<void> {
  const before = await everything();
  const answer = await asking();
  expect({ status: answer.status, text: answer.text }).toEqual({
    status,
    text: expect.stringMatching(sentence),
  });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  // One or two sentences, for a toast: no markup, no stack.
  expect(answer.text).toMatch(/^[^<>\n]{10,300}[.?]$/);
  expect(await everything()).toBe(before);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a raw body to POST /api/dena/stake, in the player's session. */
function sendRaw(body: string | Buffer, headers: Asking['headers'] = JSON_TYPE): Promise<Answer> {
  return player.get('/api/dena/stake', { method: 'POST', body, headers });
}

describe('a body that is not a JSON object', () => {
  test.each([
    ['half an object', '{"walletAddress":', /not valid JSON/],
    ['single quotes', "{'amount':1}", /not valid JSON/],
    ['text', 'hello', /not valid JSON/],
    ['a number', '42', /not valid JSON/],
    ['a JSON text', '"amount"', /not valid JSON/],
    ['null', 'null', /not valid JSON/],
    ['a list', '[]', /Send a JSON object/],
    ['a list, nested deeply', `${'['.repeat(7000)}${']'.repeat(7000)}`, /too many nested brackets/],
    [
      'an object, nested deeply',
      `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`,
      /too many nested brackets/,
    ],
    ['a list of some levels', `${'['.repeat(30)}${']'.repeat(30)}`, /Send a JSON object/],
    ['nothing in it', '{}', /walletAddress is missing/],
    ['no byte at all', '', /is missing/],
  ])('%s', async (_what, body, sentence) => {
    await expectRefusal(() => sendRaw(body), 400, sentence);
  });

  test.each([
    ['no type', {}],
    ['another type', { 'Content-Type': 'text/plain' }],
    ['a form’s type', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another alphabet', { 'Content-Type': 'application/json; charset=utf-16be-x' }],
    ['latin', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ])('sent with %s', async (_what, headers) => {
    const body = JSON.stringify({ walletAddress: player.wallet, amount: 1 });
    await expectRefusal(() => sendRaw(body, headers), 415, /^Send /);
  });

  test('[PRO23] sent compressed', async () => {
    const body = gzipSync(JSON.stringify({ walletAddress: player.wallet, amount: 1 }));
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    await expectRefusal(() => sendRaw(body, headers), 415, /without a Content-Encoding/);
  });

  test('[PRO23] of more than 16 kB', async () => {
    const body = JSON.stringify({ walletAddress: player.wallet, amount: '1'.repeat(17_000) });
    await expectRefusal(() => sendRaw(body), 413, /too large/);
  });
});

describe('fields', () => {
  test.each([
    ['unknown', { amount: 1, gdp: 1 }],
    ['another’s wallet beside the own', { amount: 1, wallet: '0x1' }],
  ])('[PRO5] that are %s', async (_what, body) => {
    await expectRefusal(() => player.post('/api/dena/stake', body), 400, /^Unknown field "/);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'named %s',
    async (name) => {
      const body = `{"walletAddress":"${player.wallet}","amount":1,"${name}":{"amount":2}}`;
      await expectRefusal(() => sendRaw(body), 400, new RegExp(`Unknown field "${name}"`));
    },
  );

  test('in large numbers', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `"k${n}":0`).join(',');
    const body = `{"walletAddress":"${player.wallet}","amount":1,${names}}`;
    await expectRefusal(() => sendRaw(body), 400, /^Unknown field "k0", "k1", "k2" and 997 more/);
  });

  test.each(['walletAddress', 'amount'])('without %s', async (name) => {
    const body = { walletAddress: player.wallet, amount: 1, [name]: undefined };
    await expectRefusal(() => player.post('/api/dena/stake', body), 400, /^\w+ is missing\.$/);
  });
});

describe('a wallet address', () => {
  const valid = () => player.wallet;
  test.each<[string, () => unknown, RegExp]>([
    ['too short', () => valid().slice(0, -1), /must be 0x followed by 40/],
    ['too long', () => `${valid()}0`, /must be 0x followed by 40/],
    ['without 0x', () => valid().slice(2), /must be 0x followed by 40/],
    ['not hexadecimal', () => `0x${'g'.repeat(40)}`, /must be 0x followed by 40/],
    ['with a blank', () => `${valid()} `, /must be 0x followed by 40/],
    ['with a line end', () => `${valid()}\n`, /must be 0x followed by 40/],
    ['a name', () => 'vitalik.eth', /must be 0x followed by 40/],
    ['empty', () => '', /must be 0x followed by 40/],
    ['a number', () => 42, /is text/],
    ['a list', () => [valid()], /is text/],
    ['null', () => null, /is text/],
    ['of a wrong checksum', () => flipCase(valid()), /fails its checksum/],
  ])('%s', async (_what, walletAddress, sentence) => {
    await expectRefusal(
      () => player.post('/api/dena/stake', { walletAddress: walletAddress(), amount: 1 }),
      400,
      sentence,
    );
  });

  test.each(['/api/player-nation/', '/api/dena/stakes/'])('malformed in %s', async (path) => {
    await expectRefusal(() => server.ask(`${path}0x123`), 400, /must be 0x followed by 40/);
    await expectRefusal(() => server.ask(path + flipCase(player.wallet)), 400, /checksum/);
    await expectRefusal(() => server.ask(`${path}%ff%`), 400, /not understood/);
    await expectRefusal(() => server.ask(`${path}%00`), 400, /must be 0x/);
  });

  test('works in lower case, upper case and checksummed', async () => {
    const { wallet } = player;
    const upper = `0x${wallet.slice(2).toUpperCase()}`;
    const answers = await Promise.all(
      [wallet, wallet.toLowerCase(), upper].map((form) => server.ask(`/api/player-nation/${form}`)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const choice = { walletAddress: wallet.toLowerCase(), nationId: 'italy' };
    expect((await player.post('/api/player-nation', choice)).status).toBe(200);
  });
});

/**
 * The address with the case of one letter flipped: its checksum fails; an all-lower-case address has none.
 */
function flipCase(wallet: string): string {
  // The prefix's "0x" contains no letter of the pattern.
  for (const { 0: letter, index } of wallet.matchAll(/[a-f]/gi)) {
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const flipped = wallet.slice(0, index) + turned + wallet.slice(index + 1);
    if (/[a-f]/.test(flipped) && /[A-F]/.test(flipped)) return flipped;
  }
  throw new Error(`${wallet} has too few letters`);
}

describe('a nation', () => {
  test.each(['atlantis', 'USA', ' usa', '', 'toString', '__proto__', 0, null, ['usa'], {}])(
    'that is %j',
    async (nationId) => {
      await expectRefusal(
        () => newcomer.post('/api/player-nation', { nationId }),
        400,
        /^A nation is one of usa, italy, argentina, china\.$/,
      );
    },
  );

  test('[NAT3] other than the one chosen', async () => {
    await expectRefusal(
      () => player.post('/api/player-nation', { nationId: 'usa' }),
      409,
      /plays for Italy already/,
    );
  });
});

describe('an amount', () => {
  test.each([
    '-1',
    '+1',
    '1e3',
    '1E3',
    ' 1',
    '1 ',
    '1 000',
    '1,000',
    '1_000',
    '',
    ' ',
    '.5',
    '5.',
    '01',
    '0x10',
    'NaN',
    'Infinity',
    '１',
    '١',
    '1.0000000000000000001',
    `1${'0'.repeat(78)}`,
    -1,
    1e21,
    1e-7,
    2 ** 53,
    true,
    null,
    [1],
    { wei: 1 },
  ])('written %j', async (amount) => {
    await expectRefusal(
      () => player.post('/api/dena/stake', { amount }),
      400,
      /^An amount of DENA is a plain decimal such as 1250\.5: no sign, no exponent, no blanks/,
    );
  });

  test.each(['0', 0, '0.0', '0.000000000000000000'])('of nothing (%j)', async (amount) => {
    await expectRefusal(() => player.post('/api/dena/stake', { amount }), 400, /must be above 0/);
  });

  test.each(['9900.000000000000000001', 9901, `1${'0'.repeat(58)}`])(
    '[DEN1] of more than is available (%j)',
    async (amount) => {
      await expectRefusal(
        () => player.post('/api/dena/stake', { amount }),
        400,
        /^Only 9900 DENA are available\. Stake that much or less\.$/,
      );
    },
  );
});

describe('who may act', () => {
  test.each([
    ['/api/player-nation', { nationId: 'italy' }],
    ['/api/dena/stake', { amount: 1 }],
    ['/api/dena/unstake', { stakeId: 'some-stake' }],
  ])('%s: nobody without a session, nobody for another wallet', async (path, body) => {
    await expectRefusal(
      () => server.ask(path, { json: { walletAddress: player.wallet, ...body } }),
      401,
      /^Sign in with your wallet first/,
    );
    await expectRefusal(
      () => other.post(path, { walletAddress: player.wallet, ...body }),
      403,
      /signed in with another wallet\. Sign in with the one/,
    );
    const headers = { Cookie: 'denaria-session=e30.e30.e30' };
    await expectRefusal(() => player.post(path, body, headers), 401, /^Sign in with your wallet/);
  });
});

describe('signing in', () => {
  const send = (json: unknown) => () => server.ask('/api/session', { json });

  test('with a replayed message', async () => {
    const { wallet, signer } = server.stranger();
    const message = await server.signInText(wallet);
    const proof = { message, signature: await signer.signMessage(message) };
    expect((await send(proof)()).status).toBe(200);
    await expectRefusal(send(proof), 401, /used before or took too long\. Sign a new message/);
  });

  test('with another’s signature, or one of another message', async () => {
    const { wallet, signer } = server.stranger();
    const message = await server.signInText(wallet);
    const byAnother = await Wallet.createRandom().signMessage(message);
    await expectRefusal(send({ message, signature: byAnother }), 401, /Sign it again/);
    const ofAnother = await signer.signMessage(await server.signInText(wallet));
    await expectRefusal(send({ message, signature: ofAnother }), 401, /Sign it again/);
  });

  test('to another site', async () => {
    const { wallet, signer } = server.stranger();
    const text = await server.signInText(wallet);
    const message = text.replace(/^[^ ]+/, 'evil.example');
    const signature = await signer.signMessage(message);
    await expectRefusal(send({ message, signature }), 401, /another site\. Sign one for http:/);
  });

  test.each([
    ['no message', { signature: '0x00' }, /message is missing/],
    ['no signature', { message: 'hello' }, /signature is missing/],
    ['a message of another type', { message: 1, signature: '0x00' }, /message is the signed/],
    ['a signature that is no hex', { message: 'hello', signature: 'sig' }, /hexadecimal text/],
    ['a plain text', { message: 'hello', signature: '0x00' }, /EIP-4361/],
    ['a vast message', { message: 'x'.repeat(5000), signature: '0x00' }, /message is the signed/],
  ])('with %s', async (_what, json, sentence) => {
    await expectRefusal(send(json), 400, sentence);
  });
});

describe('a stake', () => {
  const unstake = (stakeId: unknown) => () => player.post('/api/dena/unstake', { stakeId });

  test('[LCK1] that is locked', async () => {
    await expectRefusal(unstake(lockedStake), 409, /locked until .+\. Unstake it then\.$/);
  });

  test('[LCK2] that ended', async () => {
    await expectRefusal(unstake(endedStake), 409, /^This stake ended on .+ already\.$/);
  });

  test('that is another wallet’s, or does not exist', async () => {
    for (const stakeId of [othersStake, 'unheard-of']) {
      await expectRefusal(unstake(stakeId), 404, /no such stake\. Reload the list/);
    }
  });

  test.each([1, null, '', 'a b', '../etc', 'x'.repeat(65), ['a']])('named %j', async (stakeId) => {
    await expectRefusal(unstake(stakeId), 400, /send the id that the stake was listed with/);
  });

  test('by a wallet without a nation', async () => {
    await expectRefusal(
      () => newcomer.post('/api/dena/stake', { amount: 1 }),
      409,
      /^Choose a nation first/,
    );
  });
});

describe('an Idempotency-Key', () => {
  test.each(['', 'two words', 'k'.repeat(129), 'naïve'])('written %j', async (key) => {
    await expectRefusal(
      () => player.post('/api/dena/stake', { amount: 1 }, { 'Idempotency-Key': key }),
      400,
      /^An Idempotency-Key is 1 to 128 visible ASCII characters\.$/,
    );
  });
});

describe('an address of the API', () => {
  test.each([
    ['limit=0', /limit is a whole number from 1 to 1000/],
    ['limit=1001', /limit is/],
    ['limit=ten', /limit is/],
    ['limit=1e2', /limit is/],
    ['limit=', /limit is/],
    ['limit=5&limit=6', /limit is/],
    ['limit[]=5', /Unknown field "limit\[\]"/],
    ['offset=-1', /offset is a whole number, 0 or more/],
    ['offset=1.5', /offset is/],
    ['offset=99999999999999999999', /offset is/],
    ['page=2', /Unknown field "page"/],
    ['__proto__=1', /Unknown field "__proto__"/],
  ])('/api/leaderboard?%s', async (query, sentence) => {
    await expectRefusal(() => server.ask(`/api/leaderboard?${query}`), 400, sentence);
  });

  test.each(['/api', '/api/', '/api/nowhere', '/api/player-nation/a/b', '/api/..%2fnations'])(
    '%s, where nothing is',
    async (path) => {
      await expectRefusal(() => server.ask(path), 404, /nothing at this address/);
    },
  );

  test.each([
    ['DELETE', '/api/nations', 'GET, HEAD'],
    ['GET', '/api/dena/stake', 'POST'],
    ['PUT', '/api/session', 'DELETE, GET, HEAD, POST'],
    ['PATCH', '/api/player-nation', 'POST'],
  ])('[PRO23] %s %s, which is not supported', async (method, path, allow) => {
    await expectRefusal(() => player.get(path, { method }), 405, /only answers .+\.$/);
    const { headers } = await player.get(path, { method });
    expect(String(headers['allow']).split(', ').toSorted().join(', ')).toBe(allow);
    expect((await player.get(path, { method: 'OPTIONS' })).status).toBe(204);
  });
});

describe('another page', () => {
  test.each(['http://evil.example', 'null', 'https://localhost'])('of %s', async (origin) => {
    const headers = { Origin: origin };
    const stake = () => player.post('/api/dena/stake', { amount: 1 }, headers);
    await expectRefusal(stake, 403, /may not act here\. Open the game/);
    await expectRefusal(
      () => player.get('/api/session', { method: 'DELETE', headers }),
      403,
      /may not act here/,
    );
    const read = await server.ask('/api/nations', { headers });
    expect(read.status).toBe(200);
    expect(Object.keys(read.headers).filter((name) => name.includes('allow-origin'))).toEqual([]);
  });

  test('that rebound its name to this machine', async () => {
    await expectRefusal(
      () => server.ask('/api/nations', { headers: { Host: 'evil.example' } }),
      403,
      /Open this server by a loopback address/,
    );
  });

  test('is not the game’s own', async () => {
    const headers = { Origin: server.url };
    const answer = await player.post('/api/player-nation', { nationId: 'italy' }, headers);
    expect(answer.status).toBe(200);
  });
});

test('none of this is there after a restart either', async () => {
  const before = await everything();
  await server.restart();
  expect(await everything()).toBe(before);
});
