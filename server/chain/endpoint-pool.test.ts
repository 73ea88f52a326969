/** Which endpoint is asked, and how a failing one is treated. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import { TooManyRequests } from './failures.ts';
import { blockAt, fakeTime, hashOf, headerAt, poolOf } from './testing/scripted-node.ts';

const WALLET = address('0x0000000000000000000000000000000000000a11');
const CALL_MS = 600;

const down = () => Promise.reject(new Error('connection refused'));
const up = () => Promise.resolve(null);
const never = () => new Promise<never>(() => {});

describe('endpoints', () => {
  test('are asked in order: only the first while it answers', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.head();
    const asked = nodes[0].calls.length;
    expect(await askedBy(() => chain.head())).toEqual([1]);
    const none = { head: null, calls: 0, failures: 0 };
    expect(chain.endpoints()).toEqual([
      { name: '1 (node-1.example)', state: 'ok', head: 100, calls: asked + 1, failures: 0 },
      { name: '2 (node-2.example)', state: 'unchecked', ...none },
    ]);
  });

  test('a failing one is skipped for a minute, and then asked again', async () => {
    const { chain, nodes, askedBy, pass } = poolOf(2);
    await chain.head();
    nodes[0].onRequest = down;
    expect(await chain.head()).toMatchObject({ number: 100 });
    expect(chain.endpoints().map(({ state }) => state)).toEqual(['failing', 'ok']);
    nodes[0].onRequest = up;
    expect(await askedBy(() => chain.head())).toEqual([2]);
    pass(61_000);
    expect(await askedBy(() => chain.head())).toEqual([1]);
    expect(chain.endpoints()[0]?.state).toBe('ok');
  });

  test('a skipped one is asked if all others fail', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.checkEndpoints();
    nodes[0].onRequest = down;
    await chain.head();
    nodes[0].onRequest = up;
    nodes[1].onRequest = down;
    expect(await askedBy(() => chain.head())).toEqual([1, 2]);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('a hanging one leaves the others their share of the time', async () => {
    const time = fakeTime();
    const { chain, nodes } = poolOf(2);
    await chain.checkEndpoints();
    nodes[0].onRequest = never;
    expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
  });

  test('if all fail it is ChainUnavailable, with each reason and no key', async () => {
    const { chain, nodes } = poolOf(2);
    for (const node of nodes) node.onRequest = down;
    const error = await chain.head().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(inspect(error, { depth: 10 })).toMatch(/connection refused[^]*connection refused/);
    expect(inspect(error, { depth: 10 })).not.toContain('secret-key');
    expect(chain.isReachable()).toBe(false);
  });

  test('a player’s read that a contract refuses opens no circuit and skips no endpoint', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.checkEndpoints();
    nodes[0].faulty = ({ method }) =>
      method === 'eth_call' ? { error: { code: 3, message: 'execution reverted' } } : null;
    for (let i = 0; i < 5; i += 1) {
      await expect(chain.tokenBalance('national', WALLET, 1n)).rejects.toThrow(ChainUnavailable);
      expect(await chain.tokenUri('national', 1n)).toBeNull();
    }
    expect(await askedBy(() => chain.head())).toEqual([1]);
    expect(chain.endpoints()[0]?.state).toBe('ok');
  });

  test('a collection whose uri returns nothing names no metadata', async () => {
    const { chain, nodes } = poolOf(1);
    await chain.checkEndpoints();
    nodes[0].faulty = ({ method }) => (method === 'eth_call' ? { result: '0x' } : null);
    expect(await chain.tokenUri('national', 1n)).toBeNull();
    // But an empty balance is not a balance.
    await expect(chain.tokenBalance('national', WALLET, 1n)).rejects.toThrow(ChainUnavailable);
    nodes[0].faulty = ({ method }) => (method === 'eth_call' ? { result: '0x1234' } : null);
    await expect(chain.tokenUri('national', 1n)).rejects.toThrow(ChainUnavailable);
  });
});

describe('an endpoint that limits our rate', () => {
  const limited = {
    error: { code: 429, message: 'exceeded its compute units per second capacity' },
  };

  test('is reported as limited, and another is asked', async () => {
    const { chain, nodes, askedBy, pass } = poolOf(2);
    await chain.checkEndpoints();
    nodes[0].faulty = () => limited;
    expect(await chain.head()).toMatchObject({ number: 100 });
    expect(chain.endpoints()[0]?.state).toBe('limited');
    nodes[1].onRequest = down;
    expect(await askedBy(() => chain.head())).not.toContain(1);
    nodes[0].faulty = () => null;
    pass(1000);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('has its Retry-After respected, up to 5 minutes', async () => {
    for (const [askedMs, restMs] of [
      [60_000, 60_000],
      [3_600_000, 300_000],
    ] as const) {
      const { chain, nodes, askedBy, pass } = poolOf(1);
      await chain.checkEndpoints();
      nodes[0].onRequest = () => Promise.reject(new TooManyRequests('HTTP 429', askedMs));
      await expect(chain.head()).rejects.toThrow(ChainUnavailable);
      nodes[0].onRequest = up;
      pass(restMs - 2 * CALL_MS);
      expect(await askedBy(() => chain.head())).toEqual([]);
      pass(2 * CALL_MS);
      expect(await chain.head()).toMatchObject({ number: 100 });
    }
  });

  test('is not asked either when a head that is old makes all others be asked', async () => {
    const { chain, nodes, askedBy, pass } = poolOf(2);
    await chain.checkEndpoints();
    nodes[1].faulty = ({ params }) => (params[0] === 'latest' ? { result: headerAt(100) } : null);
    nodes[0].onRequest = () => Promise.reject(new TooManyRequests('HTTP 429', 300_000));
    await chain.head();
    pass(61_000);
    expect(await askedBy(() => chain.head())).toEqual([2]);
  });

  test('is paused for the usual time if it asks for less, longer each time', async () => {
    for (const askedMs of [0, 500]) {
      const { chain, nodes, pass } = poolOf(1);
      await chain.checkEndpoints();
      nodes[0].onRequest = () => Promise.reject(new TooManyRequests('HTTP 429', askedMs));
      nodes[0].forget();
      await expect(chain.head()).rejects.toThrow(ChainUnavailable);
      expect(nodes[0].requests).toBe(1);
      pass(1000);
      await expect(chain.head()).rejects.toThrow(ChainUnavailable);
      expect(nodes[0].requests).toBe(2);
      pass(1000);
      await expect(chain.head()).rejects.toThrow(ChainUnavailable);
      expect(nodes[0].requests).toBe(2);
    }
  });

  test('is waited for if time allows', async () => {
    const time = fakeTime();
    const { chain, nodes } = poolOf(1, { callMs: 1500 });
    await chain.checkEndpoints();
    let refusals = 1;
    nodes[0].faulty = () => (refusals-- > 0 ? limited : null);
    // One second, within the caller's time.
    expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
  });
});

describe('an endpoint that lags', () => {
  test('is skipped for holdings at a block that it has not reached', async () => {
    const { chain, nodes } = poolOf(2);
    nodes[0].head = 99;
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    expect(nodes[0].count('eth_call')).toBe(4);
  });

  test('the newest of the older blocks is answered if none has got further', async () => {
    const { chain, nodes } = poolOf(2);
    nodes[0].head = 98;
    nodes[1].head = 99;
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 99 });
  });

  test('comes after one that reported a block two ahead', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    chain.onHead(() => {});
    await chain.checkEndpoints();
    await chain.head();
    nodes[1].head = 102;
    nodes[1].announce?.(headerAt(102));
    expect(await chain.head()).toMatchObject({ number: 102 });
    expect(await askedBy(() => chain.tokenBalance('national', WALLET, 1n))).toEqual([2]);
  });
});

test('two slow endpoints work as well as one', async () => {
  const time = fakeTime();
  const { chain, nodes } = poolOf(2, { callMs: 1000 });
  await chain.checkEndpoints();
  for (const node of nodes) {
    node.onRequest = () => new Promise((resolve) => void setTimeout(() => resolve(null), 540));
  }
  expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
});

describe('announced heads', () => {
  test('answer without a call for 15 s if they follow from the head, and notify the listener', async () => {
    const { chain, nodes, askedBy, pass } = poolOf(1);
    let told = 0;
    const stop = chain.onHead(() => {
      told += 1;
    });
    await chain.head();
    nodes[0].announce?.(headerAt(101));
    expect(told).toBe(1);
    expect(await askedBy(() => chain.head())).toEqual([]);
    expect(await chain.head()).toMatchObject({ number: 101, hash: hashOf(101) });
    nodes[0].head = 101;
    pass(16_000);
    expect(await askedBy(() => chain.head())).toEqual([1]);
    stop();
    nodes[0].announce?.(headerAt(101));
    expect(told).toBe(1);
  });

  test('of another branch trigger a look, and are not an answer', async () => {
    const { chain, nodes } = poolOf(1);
    let told = 0;
    chain.onHead(() => {
      told += 1;
    });
    await chain.head();
    for (const announced of [headerAt(101, 'b'), headerAt(102, 'b'), headerAt(666)]) {
      nodes[0].announce?.(announced);
      expect(await chain.head()).toMatchObject(blockAt(100));
    }
    expect(told).toBe(3);
    // It does follow from the head that was answered.
    nodes[0].announce?.(headerAt(101));
    expect(await chain.head()).toMatchObject(blockAt(101));
  });

  test('that the endpoint itself denies are not used for a minute', async () => {
    const { chain, nodes, pass } = poolOf(1);
    chain.onHead(() => {});
    const [node] = nodes;
    const denied = (number: number) => ({ ...headerAt(number, 'b'), parentHash: hashOf(100) });
    for (const read of [
      () => chain.transfersIn(blockAt(101, 'b')),
      () => chain.holdingsAt(blockAt(101, 'b'), [{ wallet: WALLET, nationId: 'usa' }]),
    ]) {
      await chain.head();
      node.announce?.(denied(101));
      expect(await chain.head()).toMatchObject(blockAt(101, 'b'));
      await expect(read()).rejects.toThrow(ChainUnavailable);
      for (let look = 0; look < 10; look += 1) {
        node.announce?.(denied(101));
        expect(await chain.head()).toMatchObject(blockAt(100));
        pass(5000);
      }
      pass(11_000);
    }
    await chain.head();
    node.announce?.(headerAt(101));
    expect(await chain.head()).toMatchObject(blockAt(101));
  });

  test('are not trusted before the check, nor after the connection was lost', async () => {
    const { chain, nodes } = poolOf(1);
    chain.onHead(() => {});
    nodes[0].announce?.(headerAt(666));
    expect(await chain.head()).toMatchObject({ number: 100 });
    nodes[0].announce?.(null);
    nodes[0].chainId = 5;
    nodes[0].announce?.(headerAt(666));
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
  });

  test('that are not headers are replaced by a call', async () => {
    const { chain, nodes } = poolOf(1);
    chain.onHead(() => {});
    await chain.checkEndpoints();
    nodes[0].announce?.({ number: 'soon' });
    expect(await chain.head()).toMatchObject({ number: 100 });
  });
});
