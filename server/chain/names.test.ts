import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import type { RpcCall } from './json-rpc.ts';
import { nodeOf, reverseNode } from './shown-name.ts';
import type { WalletCode } from './testing/chain-sim.ts';
import { fakeTime, poolOf } from './testing/open-chain.ts';
import { NodeError, REVERTED } from './testing/sim-contracts.ts';
import { addressAnswer, claim, giveName, resolve, textAnswer } from './testing/sim-names.ts';

const [MARCO, MALLORY, NOBODY] = [walletOf(1), walletOf(2), walletOf(3)];
/** For tests that need an answer: no machine is this slow. */
const PATIENT_MS = 20_000;

function setUp(callMs = PATIENT_MS) {
  const time = fakeTime();
  const pool = poolOf(1, { refused: 'none', callMs });
  const { chain } = pool;
  const [node] = pool.nodes;
  const asked: RpcCall[] = [];
  node.beforeCall = (call) => void asked.push(call);
  /** The names of wallets, with the pauses that their lookups make. */
  const names = async (wallets: readonly Address[]) =>
    (await time.finish(chain.names(wallets))).value;
  return { ...pool, node, time, asked, names };
}

const calls = (asked: readonly RpcCall[]) => asked.filter(({ method }) => method === 'eth_call');

test('[NAM1] the names of many wallets take two calls to the registry, and one to each resolver', async () => {
  const { sim, chain, asked, names } = setUp();
  const wallets = Array.from({ length: 20 }, (_, i) => walletOf(100 + i));
  for (const [i, wallet] of wallets.entries()) if (i % 4 === 0) giveName(sim, wallet, `m${i}.eth`);
  await chain.head();
  asked.length = 0;
  expect(await names(wallets)).toEqual(
    wallets.map((_wallet, i) => ({ name: i % 4 === 0 ? `m${i}.eth` : null })),
  );
  expect(calls(asked)).toHaveLength(2 + 2 * 5);
});

describe('[NAM1] a chain without a registry', () => {
  test('has no names, until it has one, and logs nothing', async () => {
    const { sim, said, names } = setUp();
    expect(await names([MARCO, NOBODY])).toEqual(['unknown', 'unknown']);
    giveName(sim, MARCO, 'marco.eth');
    expect(await names([MARCO])).toEqual([{ name: 'marco.eth' }]);
    expect(said).toEqual([]);
  });
});

const OFFCHAIN_LOOKUP = `0x556f1830${'0'.repeat(512)}`;

/** What a resolver may answer instead of a name, or of the wallet that a name resolves to. */
const HOSTILE: Readonly<Record<string, WalletCode>> = {
  reverts: () => {
    throw REVERTED();
  },
  'reverts with a message that sounds like its node’s': () => {
    throw new NodeError(3, 'execution reverted: rate limit exceeded, too many requests');
  },
  'looks its names up off the chain (EIP-3668)': () => {
    throw new NodeError(3, 'execution reverted', OFFCHAIN_LOOKUP);
  },
  'burns its gas': ({ gas }) => {
    if (gas === null || gas > 1_000_000n) return new Promise(() => {});
    throw new NodeError(-32_000, 'out of gas');
  },
  'answers 100 kB': () => textAnswer('m'.repeat(100_000)),
  'answers a text that is no UTF-8': () => textAnswer('marco.eth').replace('6d61', 'fffe'),
};

describe('[NAM1] a malicious resolver', () => {
  for (const [what, code] of Object.entries(HOSTILE)) {
    for (const place of ['wallet', 'name'] as const) {
      test(`spoils only its own name: of a ${place}, it ${what}`, async () => {
        const { sim, chain, said, names } = setUp();
        giveName(sim, MARCO, 'marco.eth');
        giveName(sim, MALLORY, 'mallory.eth');
        resolve(sim, place === 'wallet' ? reverseNode(MALLORY) : nodeOf('mallory.eth'), code);
        await chain.head();
        for (let i = 0; i < 4; i += 1) {
          expect(await names([MALLORY, MARCO, NOBODY])).toEqual([
            { name: null },
            { name: 'marco.eth' },
            { name: null },
          ]);
        }
        // None of it counts against the endpoint.
        expect(chain.endpoints()).toMatchObject([{ state: 'ok', failures: 0 }]);
        expect(said).toEqual([]);
        expect(await chain.holdings(MARCO, 'usa', 0)).toMatchObject({ denaWei: 0n });
      });
    }
  }

  test('that hangs leaves its own name unknown, and the others answered', async () => {
    const { sim, chain, names, said, time } = setUp(500);
    giveName(sim, MARCO, 'marco.eth');
    claim(sim, MALLORY, 'mallory.eth');
    resolve(sim, reverseNode(MALLORY), () => new Promise(() => {}));
    for (let i = 0; i < 4; i += 1) {
      expect(await names([MALLORY, MARCO])).toEqual(['unknown', { name: 'marco.eth' }]);
    }
    expect(chain.endpoints()).toMatchObject([{ state: 'ok' }]);
    expect(said).toEqual([]);
    const reading = time.finish(chain.holdings(MARCO, 'usa', 0));
    expect((await reading).value).toMatchObject({ denaWei: 0n });
  });
});

describe('[NAM1] a name that does not resolve to the wallet', () => {
  test('resolves to another one, to nobody, or has no resolver', async () => {
    const { sim, names } = setUp();
    giveName(sim, MARCO, 'marco.eth');
    claim(sim, MALLORY, 'marco.eth');
    expect(await names([MALLORY, MARCO])).toEqual([{ name: null }, { name: 'marco.eth' }]);
    claim(sim, MALLORY, 'mallory.eth');
    expect(await names([MALLORY])).toEqual([{ name: null }]);
    resolve(sim, nodeOf('mallory.eth'), `0x${'0'.repeat(64)}`);
    expect(await names([MALLORY])).toEqual([{ name: null }]);
    // Its address with something in front of it is another number.
    resolve(sim, nodeOf('mallory.eth'), addressAnswer(MALLORY).replace('0x0', '0x1'));
    expect(await names([MALLORY])).toEqual([{ name: null }]);
  });

  test('is a spoof, although it resolves to the wallet', async () => {
    const { sim, chain, asked, names } = setUp();
    giveName(sim, MARCO, 'marco.eth');
    await chain.head();
    for (const name of ['mаrco.eth', 'Marco.eth', '0x7099.79c8.eth', 'marco', 'marco.eth.x.eth']) {
      giveName(sim, MALLORY, name);
      asked.length = 0;
      expect(await names([MALLORY])).toEqual([{ name: null }]);
      // It is not even looked up.
      expect(calls(asked)).toHaveLength(2);
    }
  });
});
