/** Names on a real node: the local chain's own, and malicious resolvers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { openRpcChain, type RpcChain } from '../../server/chain/rpc-chain.ts';
import { nodeOf, reverseNode } from '../../server/chain/shown-name.ts';
import { DEMO_ACCOUNTS, DEMO_NAMES } from './accounts.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { rpcAt, type Rpc } from './rpc.ts';
import { setClaim, setOwner, setResolver } from './testing/name-storage.ts';

const RIVAL = address('0xBcd4042DE499D14e55001CcbB24a551F3b954096');

let dataDir: string;
let local: LocalChain;
let rpc: Rpc;
let chain: RpcChain;

const start = async (names: Parameters<typeof startLocalChain>[0]['names']) => {
  local = await startLocalChain({ dataDir, log() {}, ...(names ? { names } : {}) });
  rpc = rpcAt(local.rpcUrl);
  chain = openRpcChain({
    endpoints: [local.rpcUrl],
    contracts: local.contracts,
    expectedChainId: 1,
    production: false,
    genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
    log: { info() {}, warn() {}, error() {} },
  });
};

const end = async () => {
  chain.close();
  await local.close();
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-names-'));
  await start(() => [{ wallet: RIVAL, name: '郑和.eth' }]);
});

afterAll(async () => {
  await end();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the local chain', () => {
  test('[NAM1] names the Demo accounts and the accounts it is given', async () => {
    expect(await chain.names(DEMO_ACCOUNTS)).toEqual(DEMO_NAMES.map((name) => ({ name })));
    expect(await chain.names([RIVAL])).toEqual([{ name: '郑和.eth' }]);
  });

  test('keeps names across a restart, and gives none twice', async () => {
    const [first = RIVAL] = DEMO_ACCOUNTS;
    const other = address(Wallet.createRandom().address);
    await end();
    // Another seed: the rival keeps its name, and nobody gets a name that is taken.
    await start(() => [
      { wallet: RIVAL, name: 'polo.eth' },
      { wallet: other, name: '郑和.eth' },
    ]);
    expect(await chain.names([RIVAL, other, first])).toEqual([
      { name: '郑和.eth' },
      { name: null },
      { name: DEMO_NAMES[0] },
    ]);
  });
});

/** Behaviour and its EVM code. */
const HOSTILE: Readonly<Record<string, string>> = {
  'loops for ever': '0x5b600056',
  // return(0, 100000)
  'answers 100 kB': '0x620186a06000f3',
  // mstore(0, 0x556f1830 << 224); revert(0, 4)
  'looks its names up off the chain (EIP-3668)': '0x63556f183060e01b60005260046000fd',
  // mstore(0, 2^256 - 1); mstore(32, 2^256 - 1); return(0, 64)
  'answers nonsense': '0x60001960005260001960205260406000f3',
};

describe('[NAM1] a malicious resolver', () => {
  const mallory = address(Wallet.createRandom().address);
  const resolver = address(Wallet.createRandom().address);
  const [marco = RIVAL] = DEMO_ACCOUNTS;
  const expected = [{ name: null }, { name: DEMO_NAMES[0] }];

  for (const [words, code] of Object.entries(HOSTILE)) {
    test(`spoils only its own name: it ${words}`, async () => {
      await rpc([{ method: 'anvil_setCode', params: [resolver, code] }]);
      await setClaim(rpc, mallory, 'mallory.eth');
      await setOwner(rpc, 'mallory.eth', mallory);
      expect(await chain.names([mallory, marco])).toEqual([{ name: 'mallory.eth' }, expected[1]]);
      await setResolver(rpc, nodeOf('mallory.eth'), resolver);
      expect(await chain.names([mallory, marco])).toEqual(expected);
      await setResolver(rpc, reverseNode(mallory), resolver);
      expect(await chain.names([mallory, marco])).toEqual(expected);
      expect(chain.endpoints()).toMatchObject([{ state: 'ok', failures: 0 }]);
      expect(await chain.holdings(marco, 'usa', 0)).toMatchObject({ national: 3 });
    });
  }

  test('a name that spoofs, or stands for another wallet, does not count', async () => {
    const claims: [string, Address][] = [
      ['mаrco.eth', mallory],
      ['Mallory.eth', mallory],
      ['0x7099.79c8.eth', mallory],
      [DEMO_NAMES[0] ?? '', marco],
    ];
    for (const [name, owner] of claims) {
      await setClaim(rpc, mallory, name);
      await setOwner(rpc, name, owner);
      expect(await chain.names([mallory, marco])).toEqual(expected);
    }
  });
});
