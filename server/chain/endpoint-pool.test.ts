/** Which endpoint is asked, and how a failing one is treated. */
import { inspect } from 'node:util';
import { toQuantity } from 'ethers';
import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import type { FakeNode } from './testing/fake-node.ts';
import { fakeTime, isCall, poolOf, refOf, refuse } from './testing/open-chain.ts';

const WALLET = address('0x0000000000000000000000000000000000000a11');
const CALL_MS = 600;

/** Answers each request with 429. */
const limited = (retryAfterS: number) => ({
  rateLimit: { as: 'http', every: 1, retryAfterS } as const,
});

describe('endpoints', () => {
  test('are asked in order: only the first while it answers', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.head();
    const asked = nodes[0].calls;
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
    nodes[0].set({ isDown: true });
    expect(await chain.head()).toMatchObject({ number: 100 });
    expect(chain.endpoints().map(({ state }) => state)).toEqual(['failing', 'ok']);
    nodes[0].heal();
    expect(await askedBy(() => chain.head())).toEqual([2]);
    pass(61_000);
    expect(await askedBy(() => chain.head())).toEqual([1]);
    expect(chain.endpoints()[0]?.state).toBe('ok');
  });

  test('a skipped one is asked if all others fail', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.confirm();
    nodes[0].set({ isDown: true });
    await chain.head();
    nodes[0].heal();
    nodes[1].set({ isDown: true });
    expect(await askedBy(() => chain.head())).toEqual([1, 2]);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('a hanging one leaves the others their share of the time', async () => {
    const time = fakeTime();
    const { chain, nodes } = poolOf(2);
    await chain.confirm();
    nodes[0].set({ isHanging: true });
    expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
  });

  test('if all fail it is ChainUnavailable, with each reason and no key', async () => {
    const { chain, nodes } = poolOf(2);
    for (const node of nodes) node.set({ isDown: true });
    const error = await chain.head().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(inspect(error, { depth: 10 })).toMatch(/closed without[^]*closed without/);
    expect(inspect(error, { depth: 10 })).not.toContain('secret-key');
    expect(chain.isReachable()).toBe(false);
  });

  test('one that takes one call per request is asked call by call', async () => {
    const { chain, nodes, at } = poolOf(1);
    await chain.confirm();
    nodes[0].set({ maxBatch: 1 });
    const moved = await chain.recentTransfers(await chain.head(), 51, at(50));
    expect(moved).toMatchObject({ from: 51, hasKnown: true });
  });

  test('a player’s read that a contract refuses opens no circuit and skips no endpoint', async () => {
    const { chain, nodes, askedBy } = poolOf(2);
    await chain.confirm();
    refuse(nodes[0], isCall, 'execution reverted', 3);
    for (let i = 0; i < 5; i += 1) {
      await expect(chain.tokenBalance('national', WALLET, 1n)).rejects.toThrow(ChainUnavailable);
      expect(await chain.tokenUri('national', 1n)).toBeNull();
    }
    expect(await askedBy(() => chain.head())).toEqual([1]);
    expect(chain.endpoints()[0]?.state).toBe('ok');
  });
});

describe('an endpoint that limits our rate', () => {
  test('is reported as limited, and another is asked', async () => {
    const { chain, nodes, askedBy, pass } = poolOf(2);
    await chain.confirm();
    nodes[0].set({ rateLimit: { as: 'json-rpc', every: 1 } });
    expect(await chain.head()).toMatchObject({ number: 100 });
    expect(chain.endpoints()[0]?.state).toBe('limited');
    nodes[1].set({ isDown: true });
    expect(await askedBy(() => chain.head())).not.toContain(1);
    nodes[0].heal();
    pass(1000);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('has its Retry-After respected, up to 5 minutes', async () => {
    for (const [askedS, restMs] of [
      [60, 60_000],
      [3600, 300_000],
    ] as const) {
      const { chain, nodes, askedBy, pass } = poolOf(1);
      await chain.confirm();
      nodes[0].set(limited(askedS));
      await expect(chain.head()).rejects.toThrow(ChainUnavailable);
      nodes[0].heal();
      pass(restMs - 2 * CALL_MS);
      expect(await askedBy(() => chain.head())).toEqual([]);
      pass(2 * CALL_MS);
      expect(await chain.head()).toMatchObject({ number: 100 });
    }
  });

  test('is waited for if time allows', async () => {
    const time = fakeTime();
    const { chain, nodes } = poolOf(1, { callMs: 1500 });
    await chain.confirm();
    let refusals = 1;
    refuse(nodes[0], () => refusals-- > 0, 'too many requests', 429);
    // One second, within the caller's time.
    expect((await time.finish(chain.head())).value).toMatchObject({ number: 100 });
  });
});

describe('an endpoint that lags', () => {
  test('is skipped for holdings at a block that it has not reached', async () => {
    const { chain, nodes, sim } = poolOf(2);
    nodes[0].set({ tip: sim.at(99) });
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    // Of its check three, and one that showed it to lag.
    expect(nodes[0].counts()).toMatchObject({ eth_call: 4 });
  });

  test('the newest of the older blocks is answered if none has got further', async () => {
    const { chain, nodes, sim } = poolOf(2);
    nodes[0].set({ tip: sim.at(98) });
    nodes[1].set({ tip: sim.at(99) });
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 99 });
  });

  test('comes after one that reported a block two ahead', async () => {
    const { chain, nodes, askedBy, sim } = poolOf(2);
    chain.onHead(() => {});
    await chain.confirm();
    await chain.head();
    nodes[0].set({ tip: sim.head });
    nodes[1].announce?.(sim.mineEmpty(2).header());
    expect(await chain.head()).toMatchObject({ number: 102 });
    expect(await askedBy(() => chain.tokenBalance('national', WALLET, 1n))).toEqual([2]);
  });
});

describe('a block that the chain can’t have reached', () => {
  /** As an endpoint whose balancer asks a node of another chain. */
  const strays = (node: FakeNode, number: number) => {
    node.beforeCall = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...node.sim.head.header(), number: toQuantity(number) }
        : undefined;
  };

  test('is not believed: another endpoint is asked', async () => {
    const { chain, nodes, said } = poolOf(2);
    await chain.head();
    strays(nodes[0], 60_000_000);
    expect(await chain.head()).toMatchObject({ number: 100 });
    expect(said).toMatchObject([{ words: 'an endpoint of the chain fails' }]);
    nodes[0].beforeCall = null;
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('is not announced either', async () => {
    const { chain, nodes, sim } = poolOf(1);
    let told = 0;
    chain.onHead(() => {
      told += 1;
    });
    await chain.head();
    nodes[0].announce?.({ ...sim.head.header(), number: toQuantity(60_000_000) });
    expect(told).toBe(0);
    expect(chain.endpoints()).toMatchObject([{ head: 100 }]);
  });

  test('is believed once it may be there: after a time without an answer', async () => {
    const { chain, nodes, pass } = poolOf(1);
    await chain.head();
    strays(nodes[0], 20_000);
    await expect(chain.head()).rejects.toBeInstanceOf(ChainUnavailable);
    pass(2_000_000);
    expect(await chain.head()).toMatchObject({ number: 20_000 });
  });
});

describe('announced heads', () => {
  test('answer without a call for 15 s if they follow from the head, and notify the listener', async () => {
    const { chain, nodes, askedBy, pass, sim } = poolOf(1);
    let told = 0;
    const stop = chain.onHead(() => {
      told += 1;
    });
    await chain.head();
    const next = sim.fork(sim.head, [[]]);
    nodes[0].announce?.(next.header());
    expect(told).toBe(1);
    expect(await askedBy(() => chain.head())).toEqual([]);
    expect(await chain.head()).toMatchObject(refOf(next));
    sim.adopt(next);
    pass(16_000);
    expect(await askedBy(() => chain.head())).toEqual([1]);
    stop();
    nodes[0].announce?.(next.header());
    expect(told).toBe(1);
  });

  test('of another branch trigger a look, and are not an answer', async () => {
    const { chain, nodes, sim, at } = poolOf(1);
    let told = 0;
    chain.onHead(() => {
      told += 1;
    });
    await chain.head();
    const branch = sim.fork(sim.at(99) ?? sim.genesis, [[], [], []]);
    for (const announced of [branch.parent, branch]) {
      nodes[0].announce?.(announced?.header());
      expect(await chain.head()).toMatchObject(at(100));
    }
    expect(told).toBe(2);
    // It does follow from the head that was answered.
    const next = sim.fork(sim.head, [[]]);
    nodes[0].announce?.(next.header());
    expect(await chain.head()).toMatchObject(refOf(next));
  });

  test('are not trusted before the check, nor after the connection was lost', async () => {
    const { chain, nodes, sim } = poolOf(1);
    chain.onHead(() => {});
    const next = sim.fork(sim.head, [[]]);
    nodes[0].announce?.(next.header());
    expect(await chain.head()).toMatchObject({ number: 100 });
    nodes[0].announce?.(null);
    nodes[0].beforeCall = ({ method }) => (method === 'eth_chainId' ? '0x5' : undefined);
    nodes[0].announce?.(next.header());
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
  });
});
