/** The package's calls: what is sent, what is sent again, and what a session needs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SPECIFIED_RULES } from '../common/rules/specified.ts';
import { createClient, revisionOf, type ClientOptions, type Signer } from './client.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ORIGIN = 'https://play.example';

interface Seen {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly atMs: number;
}
type Reply = (seen: Seen) => Response;

let seen: Seen[];
/** The answers, in turn; the last one is repeated. */
let replies: Reply[];

const stake = {
  id: 's1',
  walletAddress: WALLET,
  stakedAmount: '12.5',
  gdpBonus: 1,
  isActive: 1,
  stakedAt: '2026-01-01T00:00:00.000Z',
  unstakeableAt: '2026-01-08T00:00:00.000Z',
};
const body = { walletAddress: WALLET, amount: '12.5' };
const PLACE = { 'X-Board-Epoch': 'e1', 'X-Board-Rev': '000000000000000f' };

const done: Reply = () => Response.json(stake, { status: 201, headers: PLACE });
const refused = (status: number, code?: string, retryAfter?: string): Reply => {
  const headers = {
    ...(code && { 'X-Refusal-Code': code }),
    ...(retryAfter && { 'Retry-After': retryAfter }),
  };
  return () => new Response('No.', { status, headers });
};
const lost: Reply = () => {
  throw new TypeError('fetch failed');
};

const fetching: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  const text = init?.body;
  const request = {
    method: init?.method,
    path: pathname + search,
    headers: new Headers(init?.headers),
    body: typeof text === 'string' ? JSON.parse(text) : undefined,
    atMs: Date.now(),
  };
  seen.push(request);
  const reply = replies.length > 1 ? replies.shift() : replies[0];
  return (reply ?? lost)(request);
};

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ origin: ORIGIN, fetch: fetching, ...options });
const keys = () => seen.map(({ headers }) => headers.get('Idempotency-Key'));
/** Settled, after as much time as it takes. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  const ends: (() => T)[] = [];
  void promise.then(
    (value) => ends.push(() => value),
    (error: unknown) =>
      ends.push(() => {
        throw error;
      }),
  );
  for (;;) {
    const [end] = ends;
    if (end) return end();
    // Not all timers: one that another file of this process has left may repeat for ever.
    await vi.advanceTimersByTimeAsync(60_000);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  replies = [done];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a call is sent as its definition has it, and answers with its revision', async () => {
  const answer = await client({ origin: `${ORIGIN}/ranking` }).call('stakeDena', { body });
  expect(answer).toEqual(stake);
  expect(revisionOf(answer)).toEqual({ epoch: 'e1', rev: '000000000000000f' });
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/dena/stake', body });
  expect(seen[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  replies = [() => Response.json([])];
  await client().call('getLeaderboardAround', {
    params: { walletAddress: WALLET },
    query: { span: '0' },
    atLeast: { epoch: 'e1', rev: '000000000000000f' },
  });
  expect(seen[1]?.path).toBe(`/api/leaderboard/around/${WALLET}?span=0`);
  expect(seen[1]?.headers.get('Denaria-At-Least')).toBe('e1 000000000000000f');
  expect(keys()[1]).toBeNull();
});

describe('[PRO29] a command whose answer was lost', () => {
  test('is sent again under its key, ever more slowly, until its answer is known', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    replies = [lost, refused(502), refused(500), refused(503, 'busy', '20'), done];
    expect(await settled(client().call('stakeDena', { body }))).toEqual(stake);
    expect(new Set(keys()).size).toBe(1);
    const [first = 0, ...later] = seen.map(({ atMs }) => atMs);
    expect(later.map((atMs) => atMs - first)).toEqual([1000, 3000, 7000, 27_000]);
  });

  test('may have a key that its sender has stored', async () => {
    replies = [lost, done];
    await settled(client().call('stakeDena', { body, idempotencyKey: 'mine' }));
    expect(keys()).toEqual(['mine', 'mine']);
  });

  test('ends with the refusal of its repetition, once no copy can be under way any more', async () => {
    for (const code of ['insufficient-dena', 'paused', 'price-changed']) {
      seen = [];
      replies = [lost, lost, refused(code === 'paused' ? 503 : 409, code)];
      await expect(settled(client().call('stakeDena', { body }))).rejects.toMatchObject({ code });
      const [lostMs = 0, refusedMs = 0, ...later] = seen.slice(1).map(({ atMs }) => atMs);
      expect(refusedMs - lostMs).toBeLessThan(10_000);
      expect(later.map((atMs) => atMs - lostMs)).toEqual([expect.closeTo(10_000, -1)]);
      replies = [lost, refused(409, code), done];
      expect(await settled(client().call('stakeDena', { body }))).toEqual(stake);
    }
  });

  test('ends at once with `key-reused`: it was carried out', async () => {
    replies = [lost, refused(409, 'key-reused')];
    await expect(settled(client().call('stakeDena', { body }))).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(seen).toHaveLength(2);
  });

  test('is given up when the caller aborts, also during a pause', async () => {
    replies = [lost];
    const stop = new AbortController();
    const asked = client().call('stakeDena', { body, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 600_000);
    await expect(settled(asked)).rejects.toThrow('enough');
    const times = seen.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(seen).toHaveLength(times);
    expect(times).toBeGreaterThan(15);
  });

  test('is given up after 23 hours, also if the clock is set back by a day meanwhile', async () => {
    const begunMs = performance.now();
    setTimeout(() => vi.setSystemTime(Date.now() - 86_400_000), 60_000);
    replies = [lost];
    await expect(settled(client().call('stakeDena', { body }))).rejects.toThrow(
      'cannot be reached',
    );
    expect((performance.now() - begunMs) / 3_600_000).toBeCloseTo(23, 1);
  });
});

test.each([
  ['a command that was not carried out', refused(503, 'chain-unavailable', '2'), 'stakeDena'],
  ['a command that is refused', refused(429, 'too-many-requests', '2'), 'stakeDena'],
] as const)('%s is not sent again', async (_, reply, name) => {
  replies = [reply];
  await expect(settled(client().call(name, { body }))).rejects.toMatchObject({
    retryAfterMs: 2000,
  });
  expect(seen).toHaveLength(1);
});

test('a read is not sent again', async () => {
  replies = [lost];
  await expect(settled(client().call('getNations'))).rejects.toThrow('cannot be reached');
  expect(seen).toHaveLength(1);
});

describe('a session', () => {
  /** Of a rehearsal on a test network. */
  const config: Reply = () =>
    Response.json({
      chainId: 11_155_111,
      contracts: { dena: WALLET, nationalNft: WALLET, culturalNft: WALLET },
      marketplaces: { national: null, cultural: null },
      walletProof: 'required',
      lockMs: 1,
      now: '2026-01-01T00:00:00.000Z',
      version: 1,
      rules: SPECIFIED_RULES,
      rulesHash: '0'.repeat(16),
    });
  const nonce: Reply = () =>
    Response.json(
      { nonce: 'abcdef0123456789' },
      { headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' } },
    );
  const begun =
    (token: string): Reply =>
    () =>
      Response.json(
        { walletAddress: WALLET },
        {
          headers: {
            'Set-Cookie': `__Host-denaria-session=${token}; Max-Age=604800; Path=/; HttpOnly`,
          },
        },
      );
  const ended: Reply = () =>
    new Response(null, {
      status: 204,
      headers: { 'Set-Cookie': '__Host-denaria-session=; Max-Age=0; Path=/; HttpOnly' },
    });
  const cookies = () => seen.map(({ headers }) => headers.get('Cookie'));

  function signer(): Signer & { readonly signed: string[] } {
    const signed: string[] = [];
    return {
      address: WALLET.toLowerCase(),
      signed,
      signMessage(text) {
        signed.push(text);
        return '0x12';
      },
    };
  }

  test('[PRO30] begins with one signature for the game’s chain, by the server’s clock, and its cookie is stored until it ends', async () => {
    const denaria = client();
    const wallet = signer();
    replies = [config, nonce, begun('one'), done, ended, done];
    expect(await denaria.signIn(wallet)).toEqual({ walletAddress: WALLET });
    await denaria.call('stakeDena', { body });
    await denaria.signOut();
    await denaria.call('stakeDena', { body });
    const cookie = '__Host-denaria-session=one';
    expect(cookies()).toEqual([null, null, null, cookie, cookie, null]);
    expect(wallet.signed).toHaveLength(1);
    const [message = ''] = wallet.signed;
    expect(seen[2]?.body).toEqual({ message, signature: '0x12' });
    expect(message.split('\n')).toEqual(
      expect.arrayContaining([
        'play.example wants you to sign in with your Ethereum account:',
        WALLET,
        `URI: ${ORIGIN}`,
        'Chain ID: 11155111',
        'Nonce: abcdef0123456789',
        'Issued At: 2026-01-01T00:00:00.000Z',
      ]),
    );
  });

  test('that has ended is begun again once for all commands that find it so, under their keys', async () => {
    const denaria = client();
    const wallet = signer();
    replies = [config, nonce, begun('one')];
    await denaria.signIn(wallet);
    const out = refused(401, 'not-signed-in');
    replies = [out, out, config, nonce, begun('two'), done];
    await Promise.all([1, 2].map(() => denaria.call('stakeDena', { body })));
    expect(wallet.signed).toHaveLength(2);
    const [, , , a, b, , , , c, d] = keys();
    expect(new Set([a, b])).toEqual(new Set([c, d]));
    expect(cookies().slice(8)).toEqual(Array(2).fill('__Host-denaria-session=two'));
    replies = [out];
    await expect(denaria.call('stakeDena', { body })).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    expect(wallet.signed).toHaveLength(2);
  });

  test('is stored between runs where the caller gives a storage, and nowhere else', async () => {
    const texts = new Map<string, string>();
    const storage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    };
    replies = [config, nonce, begun('one'), done, done, ended];
    await client({ storage }).signIn(signer());
    await client({ storage }).call('stakeDena', { body });
    await client({ storage, origin: 'https://other.example' }).call('stakeDena', { body });
    expect(cookies().slice(3)).toEqual(['__Host-denaria-session=one', null]);
    await client({ storage }).signOut();
    expect(texts.size).toBe(0);
  });

  test('never holds a cookie of another name', async () => {
    const denaria = client();
    replies = [() => Response.json([], { headers: { 'Set-Cookie': 'tracker=1; Path=/' } }), done];
    await denaria.call('getNations');
    await denaria.call('stakeDena', { body });
    expect(cookies()).toEqual([null, null]);
  });
});
