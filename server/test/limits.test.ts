/**
 * How much an address or a wallet may ask for, on any path and any transport. What needs no session
 * can't be used to burden others: neither a stranger's wallet, nor the chain's node. All limits
 * stand together, in more than 400 lines, since they share how a server is started and how a
 * refusal looks.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { NationId } from '../../common/values/nations.ts';
import { ChainSim, type Gift } from '../chain/testing/chain-sim.ts';
import { FakeNode, transport } from '../chain/testing/fake-node.ts';
import { openTestChain } from '../chain/testing/open-chain.ts';
import { DEVELOPMENT_LIMITS, LIMITS, type Limits } from '../http/limits.ts';
import { deferRejection } from '../lib/deadline.ts';
import { upgradeRequest } from '../live/testing/raw-websocket.ts';
import { tally, type Answer } from './support/answer-check.ts';
import {
  Harness,
  TEST_CONTRACTS,
  type HarnessOptions,
  type TestPlayer,
} from './support/harness.ts';
import { captureLog } from './support/captured-log.ts';

const HANDSHAKE = '/socket.io/?EIO=4&transport=polling';
const TOO_MANY = 'That is too many requests at once. Wait a little and try again.';

let server: Harness;

async function start(limits: Partial<Limits>, options: HarnessOptions = {}): Promise<Harness> {
  server = await Harness.start({
    ...options,
    env: { TRUST_PROXY_HOPS: '1', ...options.env },
    limits: { ...LIMITS, ...limits },
  });
  return server;
}

async function startForTest(...options: Parameters<typeof start>): Promise<void> {
  const own = await start(...options);
  onTestFinished(() => own.close());
}

const from = (address: string) => ({ 'X-Forwarded-For': address });
const askFrom = (address: string, path: string) => server.ask(path, { headers: from(address) });

/** @returns false if it is answered. */
function isTooMany({ status, headers, text: sentence }: Answer): boolean {
  if (status !== 429) return false;
  expect([headers['x-refusal-code'], sentence]).toEqual(['too-many-requests', TOO_MANY]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  return true;
}

/** Sends this over a connection of its own; the whole answer. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('the budget of an address', () => {
  test('is that of the address which a proxy appends, behind any number of headers', async () => {
    // Two requests of 4, with 11 for their headers.
    await startForTest({ pointsPerAddress: 30 });
    const statusOf = async (forged: string) => {
      const headers = `X-Forwarded-For: ${forged}\r\n${'a:b\r\n'.repeat(2100)}X-Forwarded-For: 192.0.2.1`;
      const head = 'GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close';
      return (await exchange(`${head}\r\n${headers}\r\n\r\n`)).split(' ')[1];
    };
    expect(await statusOf('198.51.100.1')).toBe('200');
    expect(await statusOf('198.51.100.2')).toBe('200');
    expect(await statusOf('198.51.100.3')).toBe('429');
  });

  test.each([
    ['a call', async () => '/api/dena/stake'],
    [
      'a session that polls',
      async () => {
        const { text: open } = await askFrom('192.0.2.1', HANDSHAKE);
        return `${HANDSHAKE}&sid=${JSON.parse(open.slice(1)).sid}`;
      },
    ],
  ])('pays for the pieces of the body of %s', async (_what, pathOf) => {
    await startForTest({ pointsPerAddress: 60 });
    const path = await pathOf();
    const type = path.startsWith('/api/') ? 'application/json' : 'text/plain';
    const answer = await exchange(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.1\r\n` +
        `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n3\r\n'.repeat(1500)}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP/);
    expect((await askFrom('192.0.2.1', '/healthz')).status).toBe(429);
    expect((await askFrom('192.0.2.2', '/healthz')).status).toBe(200);
  });

  test('pays for requests that are refused for what they expect', async () => {
    await startForTest({ pointsPerAddress: 30 });
    const asked = () =>
      server.ask('/api/nations', { headers: { Expect: 'x', ...from('192.0.2.1') } });
    const { status, headers } = await asked();
    expect([status, headers['x-refusal-code']]).toEqual([417, 'expectation-failed']);
    expect(headers['ratelimit']).toContain('remaining=26,');
    await expect.poll(async () => (await asked()).status).toBe(429);
    expect((await askFrom('192.0.2.2', '/api/nations')).status).toBe(200);
  });

  test('pays for long headers and a long target, wherever they are sent', async () => {
    await startForTest({ pointsPerAddress: 60 });
    const long = 'a'.repeat(8000);
    const paths = [
      ['/healthz', { 'X-Unread': long }],
      ['/api/leaderboard', { 'If-None-Match': long }],
      [`/healthz?${long}`, {}],
      [HANDSHAKE, { Cookie: long }],
    ] as const;
    for (const [n, [path, headers]] of paths.entries()) {
      const of = `192.0.2.${n}`;
      const asked = () => server.ask(path, { headers: { ...headers, ...from(of) } });
      for (let left = 20; left > 0 && (await asked()).status !== 429; left -= 1);
      const refused = await asked();
      expect([path, refused.status]).toEqual([path, 429]);
    }
  });

  describe('of 60 points', () => {
    let group: Harness;
    let addresses = 0;
    beforeAll(async () => {
      group = await start({ pointsPerAddress: 60 });
    });
    afterAll(() => group.close());

    test.each([
      ['/', 10],
      ['/assets/none.js', 15],
      ['/nothing', 10],
      ['/api/nothing', 15],
      ['/api/nations', 15],
      ['/api/leaderboard', 60],
      ['/api/leaderboard?limit=999', 2],
      // Other spellings of a target cost as much, if they are answered.
      ['/api/leaderboard/find?q=0x00', 1],
      ['/API/LEADERBOARD/FIND/?q=0x00#/healthz', 1],
      ['http://127.0.0.1/api/leaderboard/find?q=0x00', 1],
      ['/healthz', 30],
      ['/readyz', 30],
      ['/metrics', 4],
      [HANDSHAKE, 20],
      [`${HANDSHAKE}&sid=none`, 30],
    ])('has room for %s %i times, then for no path', async (path, room) => {
      server = group;
      addresses += 1;
      const address = `203.0.113.${addresses}`;
      let answered = 0;
      while (answered < 100 && !isTooMany(await askFrom(address, path))) answered += 1;
      expect(answered).toBe(room);
      for (const other of ['/', '/api/nations', '/healthz', HANDSHAKE]) {
        expect((await askFrom(address, other)).status).toBe(429);
        expect((await askFrom(`198.51.100.${addresses}`, other)).status).toBe(200);
      }
    });
  });

  test('[PRO25] is in every answer, even the refused ones', async () => {
    await startForTest({ pointsPerAddress: 10 });
    const left = [];
    for (const path of ['/healthz', '/api/nothing', '/', '/api/nations']) {
      const { headers } = await askFrom('203.0.113.1', path);
      expect(headers['ratelimit-policy']).toBe('10;w=60');
      left.push(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    }
    expect(left).toEqual(['8', '4', '0', '0']);
  });

  test.each([
    ['/no-such-page', 1],
    ['/api/leaderboard', 0],
  ])('that is past by %s has one line in the log, under its name', async (path, completed) => {
    const { log, text } = captureLog();
    await startForTest({ pointsPerAddress: 10 }, { log });
    for (let n = 0; n < 20; n += 1) await askFrom('2001:db8::1', path);
    const lines = text()
      .trim()
      .split('\n')
      .filter((line) => line.includes('2001:db8::1'))
      .map((line) => String(JSON.parse(line).msg));
    expect(lines.filter((msg) => msg === 'an address is past its budget')).toHaveLength(1);
    expect(lines.filter((msg) => msg === 'request completed')).toHaveLength(completed);
  });
});

describe('the requests and messages of sockets', () => {
  const open = (options: Parameters<typeof io>[1]): Socket => {
    const socket = io(server.url, { forceNew: true, reconnection: false, ...options });
    onTestFinished(() => void socket.disconnect());
    return socket;
  };
  const connected = async (socket: Socket) => {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  };

  test('a client with its defaults, which polls first and then upgrades, costs a few points', async () => {
    await startForTest({ pointsPerAddress: 1000 });
    const socket = await connected(open({}));
    await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');
    await socket.emitWithAck('watch', { nations: 'all' });
    const { headers } = await askFrom('127.0.0.1', '/healthz');
    const left = Number(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    expect(left).toBeGreaterThanOrEqual(1000 - 22);
  });

  test('a session that polls pays for every request and packet', async () => {
    await startForTest({ pointsPerAddress: 60 });
    const socket = await connected(open({ transports: ['polling'] }));
    let answered = 0;
    // Each is a POST, its packet, its message and the GET that fetches the reply.
    while (answered < 20 && socket.connected) {
      const isAnswered = await socket.emitWithAck('watch', { nations: [] }).then(
        () => true,
        () => false,
      );
      if (isAnswered) answered += 1;
    }
    expect(answered).toBeGreaterThan(2);
    expect(answered).toBeLessThan(10);
    await expect(connected(open({ transports: ['polling'] }))).rejects.toThrow();
  });

  test('[PRO22] a WebSocket past the budget is refused with 429, even as the upgrade of a session', async () => {
    await startForTest({ pointsPerAddress: 6 });
    for (let n = 0; n < 3; n += 1) await server.ask(HANDSHAKE);
    for (const path of [undefined, '/socket.io/?EIO=4&transport=websocket&sid=some']) {
      const answer = await exchange(upgradeRequest(Number(new URL(server.url).port), path));
      expect(answer).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
      expect(answer).toMatch(/\r\nX-Refusal-Code: too-many-requests\r\n/);
      expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
    }
  });

  test('[PRO21, PRO25] messages of all its sockets are refused past the budget, and far past it their sockets close', async () => {
    await startForTest({ pointsPerAddress: 100 });
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => connected(open({ transports: ['websocket'] }))),
    );
    const acks: unknown[] = [];
    for (let n = 0; n < 19; n += 1) {
      acks.push(await sockets[n % 8]?.emitWithAck('watch', { nations: [] }));
    }
    expect(acks[0]).toMatchObject({ ok: true });
    expect(acks.at(-1)).toEqual({
      ok: false,
      error: 'Too many messages and requests from your address: wait a minute, then send fewer.',
      code: 'too-many-messages',
    });
    expect(sockets.every((socket) => socket.connected)).toBe(true);
    // Sockets that keep sending are closed; silent ones stay.
    const [silent, ...others] = sockets;
    for (let round = 0; round < 10; round += 1) {
      for (const socket of others) socket.emit('watch', { nations: [] });
      // By this answer the server has read them.
      await askFrom('203.0.113.1', '/healthz');
    }
    await expect.poll(() => others.filter((socket) => socket.connected)).toEqual([]);
    expect(silent?.connected).toBe(true);
  });
});

describe('[PRO25] sign-ins', () => {
  test('of one address are limited', async () => {
    await startForTest({ signInsPerAddress: 5 });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await server.ask('/api/session/nonce')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await server.ask('/api/nations')).status).toBe(200);
  });

  test('of one /56 are, whichever of its /64s they come from', async () => {
    await startForTest({ signInsPerAddress: 5 });
    const status = async (address: string) => (await askFrom(address, '/api/session/nonce')).status;
    for (let n = 0; n < 20; n += 1) expect(await status(`2001:db8:0:${n % 4}::1`)).toBe(200);
    expect([await status('2001:db8:0:5::1'), await status('2001:db8:0:100::1')]).toEqual([
      429, 200,
    ]);
  });

  test('that ask the chain are, of their own address only', async () => {
    await startForTest({ contractSignInsPerAddress: 3 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await statusFrom('198.51.100.1'));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await statusFrom('198.51.100.2')).toBe(401);
    // An account's own signature asks nothing.
    expect((await server.player()).cookie).not.toBe('');
  });

  test('that ask the chain leave callers of other networks theirs, though one has a whole /48', async () => {
    await startForTest({});
    const crowd = Array.from({ length: LIMITS.strangerReads + 10 }, (_, n) =>
      statusFrom(`2001:db8:0:${n % 8}00::1`),
    );
    const answered = (await Promise.all(crowd)).filter((status) => status === 401);
    expect(answered.length).toBeLessThan(LIMITS.strangerReads);
    for (let n = 0; n < 8; n += 1) expect(await statusFrom('198.51.100.1')).toBe(401);
  });

  async function statusFrom(caller: string): Promise<number> {
    const message = await server.signInText(server.stranger().wallet);
    const json = { message, signature: `0x${'5b'.repeat(70)}` };
    return (await server.ask('/api/session', { json, headers: from(caller) })).status;
  }
});

const REFRESH = '/api/player-nation/refresh';
const UPDATE = '/api/resources/update';
const VERIFY = '/api/nft/verify';

describe('what needs no session', () => {
  const NFT = { tokenId: 1, contractAddress: TEST_CONTRACTS.nationalNft };

  /** Sends a request about a wallet, as a stranger at this address. */
  const about = (wallet: string, caller: number, path: string) =>
    server.ask(path, {
      json: { walletAddress: wallet, ...(path === VERIFY ? NFT : {}) },
      headers: from(`203.0.113.${caller}`),
    });

  async function statusesOf(
    asks: readonly Readonly<Parameters<typeof about>>[],
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (const asked of asks) {
      const answer = await about(...asked);
      isTooMany(answer);
      statuses.push(answer.status);
    }
    return statuses;
  }

  test('is counted per wallet, no matter who sends it, and separately from the wallet’s own commands', async () => {
    await startForTest({ upkeepPerWallet: 4 });
    const [victim, other] = [await server.player(dena(100)), await server.player()];
    for (const player of [victim, other]) {
      await player.post('/api/player-nation', { nationId: 'usa' });
    }
    const statuses = await statusesOf([
      ...[UPDATE, REFRESH, UPDATE, REFRESH, UPDATE, REFRESH].map(
        (path, n) => [victim.wallet, n, path] as const,
      ),
      [other.wallet, 1, UPDATE],
    ]);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200]);
    expect((await victim.post('/api/dena/stake', { amount: 10 })).status).toBe(201);
    const read = await server.ask(`/api/player-nation/${victim.wallet}`);
    expect(read.json(playerNationCall.answers[200]).playerNation.denaAvailable).toBe('90');
  });

  test('is counted together for one address: refreshes, settlements and verifications', async () => {
    await startForTest({ anonymousPerAddress: 6 });
    const paths = [VERIFY, REFRESH, UPDATE, VERIFY, REFRESH, UPDATE, VERIFY, REFRESH, UPDATE];
    const statuses = await statusesOf(
      paths.map((path) => [server.stranger().wallet, 40, path] as const),
    );
    expect(statuses).toEqual([200, 404, 404, 200, 404, 404, 429, 429, 429]);
  });

  test('[CHN1] leaves the provider’s calls to signed commands when five addresses ask', async () => {
    const node = new FakeNode(new ChainSim());
    const chain = openTestChain({
      endpoints: ['http://node.test/'],
      connect: (_url, limits) => transport(node, limits),
    });
    onTestFinished(() => chain.close());
    await startForTest({}, { rpcChain: chain });
    const players: TestPlayer[] = [];
    for (let n = 0; n < 8; n += 1) {
      const player = await server.player();
      node.sim.give(player.wallet, { denaWei: dena(100) });
      await player.post('/api/player-nation', { nationId: 'usa' });
      players.push(player);
    }
    // As the plan of a game this size has it.
    node.set({ callsPerSecond: 10 });
    node.resetCounts();
    const asked: Promise<Answer>[] = [];
    const flood = setInterval(() => {
      for (const caller of [1, 2, 3, 4, 5]) {
        const n = asked.length;
        const stranger = n % 2 ? walletOf(n) : (players[n % players.length]?.wallet ?? '');
        asked.push(deferRejection(about(stranger, caller, n % 2 ? VERIFY : REFRESH)));
      }
    }, 60_000 / LIMITS.anonymousPerAddress);
    const statuses: number[] = [];
    for (const player of players) {
      statuses.push((await player.post('/api/dena/stake', { amount: 10 })).status);
      const { length } = asked;
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(length + 10);
    }
    clearInterval(flood);
    expect(statuses).toEqual(players.map(() => 201));
    for (const { status, headers } of await Promise.all(asked)) {
      // What the game knows itself, or the time to retry.
      const isRefused = status === 503 && headers['retry-after'] === '2';
      expect([isRefused, status]).toEqual(isRefused ? [true, 503] : [false, 200]);
    }
    expect(node.counts()['eth_call']).toBeLessThan(40);
  });
});

describe('[NAT3] joins of wallets that hold nothing', () => {
  const LIMIT = 3;
  const STRANGER_READS = 10;

  const startGame = () =>
    startForTest(
      { ...DEVELOPMENT_LIMITS, strangerReads: STRANGER_READS },
      { env: { JOINS_PER_ADDRESS: `${LIMIT}`, WALLET_PROOF: 'off' } },
    );

  interface Joining {
    readonly nationId?: NationId;
    readonly address?: string;
    readonly key?: string;
  }

  function join(
    player: TestPlayer,
    { nationId = 'usa', address = '203.0.113.1', key }: Joining = {},
  ): Promise<Answer> {
    const headers = { ...from(address), ...(key ? { 'Idempotency-Key': key } : {}) };
    return player.post('/api/player-nation', { nationId }, headers);
  }

  async function joinWith(gift: Gift): Promise<number> {
    const holder = server.stranger();
    server.chain.give(holder.wallet, gift);
    return (await join(holder)).status;
  }

  /** Uses up the address's remaining places, and checks how many there were. */
  async function expectLeft(count: number): Promise<Answer> {
    for (let n = 0; n < count; n += 1) expect((await join(server.stranger())).status).toBe(201);
    const refused = await join(server.stranger());
    expect([refused.status, refused.headers['x-refusal-code']]).toEqual([429, 'too-many-joins']);
    return refused;
  }

  test('are refused past the limit, with what to do', async () => {
    await startGame();
    const { text: sentence, headers } = await expectLeft(LIMIT);
    expect(sentence).toBe(
      'Too many wallets without holdings joined from your address. Come back in an hour, or join with a wallet that holds DENA or an NFT of your nation.',
    );
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
  });

  test('a wallet that holds any of the three assets joins past the limit, and takes no place', async () => {
    await startGame();
    const gifts: Gift[] = [{ denaWei: 1n }, { national: { usa: 1 } }, { cultural: { usa: 1 } }];
    for (const gift of gifts) expect(await joinWith(gift)).toBe(201);
    await expectLeft(LIMIT);
    for (const gift of gifts) expect(await joinWith(gift)).toBe(201);
    // NFTs of another nation are no use to them.
    expect(await joinWith({ national: { italy: 1 }, cultural: { china: 2 } })).toBe(429);
  });

  test('ask the chain past the limit as strangers do, whose calls have an end', async () => {
    await startGame();
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

  test('take no place without making a player: the same choice again, another one, a malformed one', async () => {
    await startGame();
    const player = server.stranger();
    expect((await join(player, { key: 'first' })).status).toBe(201);
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      expect((await join(player)).status).toBe(200);
      expect((await join(player, { key: 'first' })).status).toBe(201);
      expect((await join(player, { nationId: 'italy' })).status).toBe(409);
      const malformed = await server
        .stranger()
        .post('/api/player-nation', { nationId: 'atlantis' });
      expect(malformed.status).toBe(400);
    }
    await expectLeft(LIMIT - 1);
    expect((await join(player)).status).toBe(200);
  });

  test('[CHN2] are all joins while the chain is unavailable: nothing is known about a wallet', async () => {
    await startGame();
    server.chain.goDown();
    await expectLeft(LIMIT);
    server.chain.comeBack();
    expect(await joinWith({ denaWei: 1n })).toBe(201);
  });

  test('give their place back when they fail', async () => {
    await startGame();
    const commit = server.store.commit.bind(server.store);
    server.store.commit = () => Promise.reject(new TypeError('a bug in the store'));
    for (let n = 0; n < 2 * LIMIT; n += 1) {
      expect((await join(server.stranger())).status).toBe(500);
    }
    server.store.commit = commit;
    await expectLeft(LIMIT);
  });
});

test('calls beyond what can be under way are refused in words at once; other networks and what follows are answered', async () => {
  await startForTest({});
  const player = await server.player(dena(1000));
  await player.post('/api/player-nation', { nationId: 'italy' });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const load = server.store.load.bind(server.store);
  vi.spyOn(server.store, 'load').mockImplementation(async (...query) => {
    await released;
    return load(...query);
  });
  const stake = (from: string) =>
    player.post('/api/dena/stake', { amount: 1 }, { 'X-Forwarded-For': from });
  const refused: Answer[] = [];
  const underWay = Array.from({ length: 300 }, async () => {
    const answer = await stake('192.0.2.1');
    if (answer.text.startsWith('Too many are playing here')) refused.push(answer);
  });
  // Half of 512.
  await expect.poll(() => refused.length).toBe(300 - 256);
  for (const { status, headers } of refused) {
    expect([status, headers['x-refusal-code'], headers['retry-after']]).toEqual([503, 'busy', '2']);
  }
  const other = stake('198.51.100.1');
  release();
  expect((await other).text).not.toMatch(/^Too many are playing/);
  await Promise.all(underWay);
  expect((await stake('192.0.2.1')).status).toBe(201);
});
