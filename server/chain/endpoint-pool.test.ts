/** Which endpoint is asked, and what becomes of one that is no good. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { ChainUnavailable } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import type { RpcChain, RpcChainOptions } from './rpc-chain.ts';
import { blockAt, chainOn, hashOf, headerAt, ScriptedNode } from './testing/scripted-node.ts';
import { TooManyRequests } from './transport.ts';

const WALLET = address('0x0000000000000000000000000000000000000a11');
const CALL_MS = 600;

let open: RpcChain[] = [];
afterEach(() => {
  for (const chain of open) chain.close();
  open = [];
});

function setUp(count: number, options: Partial<RpcChainOptions> = {}) {
  const nodes = Array.from({ length: count }, () => new ScriptedNode());
  let aheadMs = 0;
  const { chain, said } = chainOn(nodes, {
    callMs: CALL_MS,
    now: () => performance.now() + aheadMs,
    ...options,
  });
  open.push(chain);
  return {
    chain,
    said,
    nodes: nodes as [ScriptedNode, ScriptedNode, ScriptedNode],
    pass: (ms: number) => {
      aheadMs += ms;
    },
    /** Which nodes a call went to. */
    async askedBy(call: () => Promise<unknown>): Promise<number[]> {
      for (const node of nodes) node.forget();
      await call().catch(() => undefined);
      return nodes.flatMap((node, i) => (node.requests > 0 ? [i + 1] : []));
    },
  };
}

const down = () => Promise.reject(new Error('connection refused'));
const up = () => Promise.resolve(null);
const never = () => new Promise<never>(() => {});

describe('endpoints', () => {
  test('are asked in their order: the first while it answers', async () => {
    const { chain, nodes, askedBy } = setUp(2);
    await chain.head();
    const asked = nodes[0].calls.length;
    expect(await askedBy(() => chain.head())).toEqual([1]);
    const [first, second] = chain.endpoints();
    expect(first).toMatchObject({
      name: '1 (node-1.example)',
      state: 'ok',
      head: 100,
      failures: 0,
    });
    expect(first?.calls).toBe(asked + 1);
    expect(second).toEqual({
      name: '2 (node-2.example)',
      state: 'unchecked',
      head: null,
      calls: 0,
      failures: 0,
    });
  });

  test('one that fails is passed over for a minute, and then asked again', async () => {
    const { chain, nodes, askedBy, pass } = setUp(2);
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

  test('one that is passed over is asked where all others fail', async () => {
    const { chain, nodes, askedBy } = setUp(2);
    await chain.checkEndpoints();
    nodes[0].onRequest = down;
    await chain.head();
    nodes[0].onRequest = up;
    nodes[1].onRequest = down;
    expect(await askedBy(() => chain.head())).toEqual([1, 2]);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('one that hangs leaves the others their share of the time', async () => {
    const { chain, nodes } = setUp(2);
    await chain.checkEndpoints();
    nodes[0].onRequest = never;
    expect(await chain.head()).toMatchObject({ number: 100 });
  });

  test('where all fail it is ChainUnavailable, with why each did and no key', async () => {
    const { chain, nodes } = setUp(2);
    for (const node of nodes) node.onRequest = down;
    const error = await chain.head().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(inspect(error, { depth: 10 })).toMatch(/connection refused[^]*connection refused/);
    expect(inspect(error, { depth: 10 })).not.toContain('secret-key');
    expect(chain.isReachable()).toBe(false);
    for (const node of nodes) node.onRequest = up;
    await expect
      .poll(() =>
        chain.head().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(chain.isReachable()).toBe(true);
  });

  test('a player’s question that a contract refuses opens no circuit and passes nobody over', async () => {
    const { chain, nodes, askedBy } = setUp(2);
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
});

describe('an endpoint that asks to be left alone', () => {
  const limited = {
    error: { code: 429, message: 'exceeded its compute units per second capacity' },
  };

  test('is, and another is asked', async () => {
    const { chain, nodes, askedBy, pass } = setUp(2);
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

  test('has Retry-After respected, up to 5 minutes', async () => {
    for (const [askedMs, restMs] of [
      [60_000, 60_000],
      [3_600_000, 300_000],
    ] as const) {
      const { chain, nodes, askedBy, pass } = setUp(1);
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

  test('is waited for where the time lets it, and longer each time while it goes on', async () => {
    const { chain, nodes, pass, askedBy } = setUp(1, { callMs: 1500 });
    await chain.checkEndpoints();
    let refusals = 1;
    nodes[0].faulty = () => (refusals-- > 0 ? limited : null);
    // One second, within the caller's time.
    expect(await chain.head()).toMatchObject({ number: 100 });
    refusals = Infinity;
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    pass(1000);
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    pass(1000);
    // Two seconds by now.
    expect(chain.endpoints()[0]?.state).toBe('limited');
    pass(60_000);
    for (let i = 0; i < 6; i += 1) {
      await chain.head().catch(() => undefined);
      pass(31_000);
    }
    await chain.head().catch(() => undefined);
    pass(28_000);
    expect(await askedBy(() => chain.head())).toEqual([]);
    refusals = 0;
    pass(3000);
    expect(await chain.head()).toMatchObject({ number: 100 });
  });
});

describe('an endpoint that lags', () => {
  test('is passed over for holdings at a block that it has not come to', async () => {
    const { chain, nodes } = setUp(2);
    nodes[0].head = 99;
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 100 });
    expect(nodes[0].count('eth_call')).toBe(4);
  });

  test('answers an older block where none has come further, the newest of them', async () => {
    const { chain, nodes } = setUp(2);
    nodes[0].head = 98;
    nodes[1].head = 99;
    expect(await chain.holdings(WALLET, 'usa', 100)).toMatchObject({ block: 99 });
  });

  test('goes behind one that told of a block two on', async () => {
    const { chain, nodes, askedBy } = setUp(2);
    chain.onHead(() => {});
    await chain.checkEndpoints();
    await chain.head();
    nodes[1].head = 102;
    nodes[1].announce?.(headerAt(102));
    expect(await chain.head()).toMatchObject({ number: 102 });
    expect(await askedBy(() => chain.tokenBalance('national', WALLET, 1n))).toEqual([2]);
  });

  test('and knows no block of a number: null, whoever was asked', async () => {
    const { chain } = setUp(1);
    expect(await chain.block(100)).toEqual(blockAt(100));
    expect(await chain.block(101)).toBeNull();
  });
});

describe('heads that are announced', () => {
  test('answer without a call for 30 s, and the listener is told', async () => {
    const { chain, nodes, askedBy, pass } = setUp(1);
    let told = 0;
    const stop = chain.onHead(() => {
      told += 1;
    });
    await chain.checkEndpoints();
    nodes[0].head = 101;
    nodes[0].announce?.(headerAt(101));
    expect(told).toBe(1);
    expect(await askedBy(() => chain.head())).toEqual([]);
    expect(await chain.head()).toMatchObject({ number: 101, hash: hashOf(101) });
    pass(31_000);
    expect(await askedBy(() => chain.head())).toEqual([1]);
    stop();
    nodes[0].announce?.(headerAt(101));
    expect(told).toBe(1);
  });

  test('are believed neither before the check nor after the connection was lost', async () => {
    const { chain, nodes } = setUp(1);
    chain.onHead(() => {});
    nodes[0].announce?.(headerAt(666));
    expect(await chain.head()).toMatchObject({ number: 100 });
    nodes[0].announce?.(null);
    nodes[0].chainId = 5;
    nodes[0].announce?.(headerAt(666));
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
  });

  test('and what is no header is asked for', async () => {
    const { chain, nodes } = setUp(1);
    chain.onHead(() => {});
    await chain.checkEndpoints();
    nodes[0].announce?.({ number: 'soon' });
    expect(await chain.head()).toMatchObject({ number: 100 });
  });
});

describe('the check', () => {
  test('comes before anything is believed, and again once the endpoint was away', async () => {
    const { chain, nodes, pass } = setUp(1);
    await chain.head();
    expect(nodes[0].count('eth_chainId')).toBe(1);
    nodes[0].onRequest = down;
    for (let i = 0; i < 3; i += 1) await chain.head().catch(() => undefined);
    nodes[0].onRequest = up;
    nodes[0].chainId = 5;
    nodes[0].head = 500;
    pass(2100);
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    expect(chain.endpoints()[0]).toMatchObject({ state: 'wrong-chain', head: 100 });
    nodes[0].chainId = 1;
    pass(10_000);
    expect(await chain.head()).toMatchObject({ number: 500 });
  });

  test('that hangs keeps nobody from the next one', async () => {
    const { chain, nodes, pass } = setUp(1, { callMs: 200 });
    nodes[0].onRequest = never;
    await expect(chain.head()).rejects.toThrow(ChainUnavailable);
    nodes[0].onRequest = up;
    pass(2100);
    await expect
      .poll(() =>
        chain.head().then(
          ({ number }) => number,
          () => null,
        ),
      )
      .toBe(100);
  });

  test('stops a start only where all that answer are wrong', async () => {
    const { chain, nodes } = setUp(3);
    nodes[0].chainId = 5;
    nodes[1].onRequest = down;
    await chain.checkEndpoints();
    nodes[2].chainId = 5;
    const other = setUp(2);
    other.nodes[0].chainId = 5;
    other.nodes[1].onRequest = down;
    await expect(other.chain.checkEndpoints()).rejects.toBeInstanceOf(WrongChain);
    const silent = setUp(2);
    for (const node of silent.nodes) node.onRequest = down;
    await expect(silent.chain.checkEndpoints()).rejects.toBeInstanceOf(ChainUnavailable);
  });

  test('has a wrong one among good ones never asked, and said as an error each minute', async () => {
    const { chain, nodes, said, pass, askedBy } = setUp(2);
    nodes[0].chainId = 5;
    await chain.checkEndpoints();
    const errors = () => said.filter(({ level }) => level === 'error');
    expect(errors()).toEqual([
      {
        level: 'error',
        words: 'an endpoint of the chain is another chain',
        endpoint: '1 (node-1.example)',
      },
    ]);
    expect(await askedBy(() => chain.head())).toEqual([2]);
    expect(errors()).toHaveLength(1);
    pass(61_000);
    nodes[0].forget();
    await chain.head();
    expect(nodes[0].calls.every(({ method }) => method === 'eth_chainId')).toBe(true);
    expect(errors()).toHaveLength(2);
  });

  test('a rate limit makes no contract a wrong one', async () => {
    const { chain, nodes } = setUp(1);
    nodes[0].faulty = ({ method }) =>
      method === 'eth_call' ? { error: { code: 429, message: 'too many requests' } } : null;
    await expect(chain.checkEndpoints()).rejects.toBeInstanceOf(ChainUnavailable);
  });

  describe('of block 0', () => {
    function keeper(known: string | null = null) {
      const genesis = {
        known,
        read: () => Promise.resolve(genesis.known),
        keep: (hash: string) => {
          genesis.known = hash;
          return Promise.resolve();
        },
      };
      return genesis;
    }

    test('keeps its hash after the first one that saw it', async () => {
      const genesis = keeper();
      const { chain } = setUp(1, { genesis });
      await chain.checkEndpoints();
      expect(genesis.known).toBe(hashOf(0));
    });

    test('refuses another one, with both hashes and what to do', async () => {
      const { chain } = setUp(1, { genesis: keeper(hashOf(0, 'b')) });
      const refused = chain.checkEndpoints();
      await expect(refused).rejects.toBeInstanceOf(WrongChain);
      await expect(refused).rejects.toThrow(
        new RegExp(
          `${hashOf(0).slice(0, 10)}.*${hashOf(0, 'b').slice(0, 10)}.*ETH_RPC_URL.*DATA_DIR`,
        ),
      );
    });

    test('does not judge a node that keeps none', async () => {
      const genesis = keeper(hashOf(0, 'b'));
      const { chain, nodes } = setUp(1, { genesis });
      nodes[0].faulty = ({ params }) => (params[0] === '0x0' ? { result: null } : null);
      await chain.checkEndpoints();
      expect(genesis.known).toBe(hashOf(0, 'b'));
    });

    test('holds the second of two that differ for the wrong one', async () => {
      const { chain, nodes } = setUp(2, { genesis: keeper() });
      nodes[1].branch = 'b';
      await chain.checkEndpoints();
      expect(chain.endpoints().map(({ state }) => state)).toEqual(['ok', 'wrong-chain']);
    });
  });
});

describe('what is said', () => {
  test('a warning when an endpoint begins to fail, each minute while it does, and when it is back', async () => {
    const { chain, nodes, said, pass } = setUp(1);
    await chain.checkEndpoints();
    nodes[0].onRequest = down;
    for (let i = 0; i < 20; i += 1) {
      await chain.head().catch(() => undefined);
      pass(4000);
    }
    expect(said.map(({ level, words }) => `${level}: ${words}`)).toEqual([
      'warn: an endpoint of the chain fails',
      'warn: an endpoint of the chain fails',
    ]);
    nodes[0].onRequest = up;
    pass(6000);
    await chain.head();
    expect(said.at(-1)).toMatchObject({ level: 'info', words: 'an endpoint of the chain is back' });
  });

  test('one in ten that is refused is one warning, not one each time', async () => {
    const { chain, nodes, said, pass } = setUp(2);
    await chain.checkEndpoints();
    let n = 0;
    nodes[0].onRequest = () => (n++ % 3 === 0 ? down() : up());
    for (let i = 0; i < 40; i += 1) {
      await chain.head();
      nodes[0].faulty = () => null;
      pass(500);
    }
    expect(said.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
