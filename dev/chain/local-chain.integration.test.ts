import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contract, JsonRpcProvider, Network } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { DEVELOPMENT_GENESIS } from '../../server/chain/check-chain.ts';
import { MULTICALL3 } from '../../server/chain/multicall.ts';
import { openTestChain } from '../../server/chain/testing/open-chain.ts';
import { DEMO_ACCOUNTS, DEMO_NAMES, OWNER_ACCOUNT, type NameGift } from './accounts.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { rpcAt } from './rpc.ts';

const NATION_IDS = [1, 2, 3, 4];
/** A chain with another clock would be years away from the machine's. */
const CLOCKS_APART_S = 3600;

/** More than any system gives. */
const NOBODY = 2 ** 30;

/** Account 10 of the public mnemonic, and nobody's. */
const RIVAL = address('0xBcd4042DE499D14e55001CcbB24a551F3b954096');
const OTHER = address('0x00000000000000000000000000000000000000a1');

let dataDir: string;
/** The tests share it, one after the other; some end it and start it again. */
let chain: LocalChain;
const logged: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-chain-'));
  chain = await start([{ wallet: RIVAL, name: '郑和.eth' }]);
});

afterAll(async () => {
  await chain.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(names: readonly NameGift[] = []): Promise<LocalChain> {
  return startLocalChain({ dataDir, names: () => names, log: (line) => logged.push(line) });
}

function contractAt(name: keyof LocalChain['contracts'], abi: string): Contract {
  const provider = new JsonRpcProvider(chain.rpcUrl, Network.from(1), { staticNetwork: true });
  return new Contract(chain.contracts[name], [abi], provider);
}

async function denaOf(wallet: string): Promise<unknown> {
  return contractAt('dena', 'function balanceOf(address) view returns (uint256)')
    .getFunction('balanceOf')
    .staticCall(wallet);
}

/** The newest block. */
async function newest() {
  const [block] = await rpcAt(chain.rpcUrl)([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]);
  const figure = z.string().transform(Number);
  return z.object({ number: figure, timestamp: figure }).parse(block);
}

async function mint(to: string, amount: bigint): Promise<void> {
  const provider = new JsonRpcProvider(chain.rpcUrl, Network.from(1), { staticNetwork: true });
  const dena = new Contract(
    chain.contracts.dena,
    ['function mint(address to, uint256 amount)'],
    await provider.getSigner(OWNER_ACCOUNT),
  );
  const transaction: unknown = await dena.getFunction('mint').send(to, amount);
  expect(transaction).toBeTruthy();
}

const recordFile = () => join(dataDir, 'chain', 'process.json');
const ENDED = 'Ended the local chain that an earlier run left behind.';

/** The process named in the chain's record. */
async function recordedPid(): Promise<number> {
  const record: unknown = JSON.parse(await readFile(recordFile(), 'utf8'));
  return z.object({ pid: z.int() }).parse(record).pid;
}

/** The names of wallets, as the game reads them. */
async function namesOf(...wallets: Address[]) {
  const reader = openTestChain({ endpoints: [chain.rpcUrl], contracts: chain.contracts });
  const answers = await reader.names(wallets);
  reader.close();
  return answers;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a new local chain is the one that production refuses, keeps time, and endows accounts 1–9', async () => {
  const [chainId, genesis] = await rpcAt(chain.rpcUrl)([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  ]);
  expect(chainId).toBe('0x1');
  expect(genesis).toMatchObject({ hash: DEVELOPMENT_GENESIS.hash, number: '0x0' });
  expect(OWNER_ACCOUNT).toBe(DEVELOPMENT_GENESIS.richAccount);

  const before = await newest();
  expect(Math.abs(before.timestamp - Date.now() / 1000)).toBeLessThan(CLOCKS_APART_S);
  // Without a transaction.
  await expect.poll(async () => (await newest()).number).toBeGreaterThan(before.number);

  const abi = 'function balanceOfBatch(address[], uint256[]) view returns (uint256[])';
  for (const wallet of DEMO_ACCOUNTS) {
    const asked = [NATION_IDS.map(() => wallet), NATION_IDS];
    const copies = async (name: 'nationalNft' | 'culturalNft'): Promise<unknown> =>
      contractAt(name, abi)
        .getFunction('balanceOfBatch')
        .staticCall(...asked);
    expect(await denaOf(wallet)).toBe(100_000n * WEI_PER_DENA);
    expect(await copies('nationalNft')).toEqual([3n, 3n, 3n, 3n]);
    expect(await copies('culturalNft')).toEqual([5n, 5n, 5n, 5n]);
  }
  expect(await denaOf(OWNER_ACCOUNT)).toBe(0n);
});

test('[NAM1] it names the Demo accounts and the accounts it is given', async () => {
  expect(await namesOf(...DEMO_ACCOUNTS, RIVAL)).toEqual(
    [...DEMO_NAMES, '郑和.eth'].map((name) => ({ name })),
  );
});

test('a second server on the same data is refused by the name of the first', async () => {
  await expect(start()).rejects.toThrow(`process ${process.pid}`);
  expect(await denaOf(OWNER_ACCOUNT)).toBe(0n);
});

describe('a restarted local chain', () => {
  test('still has everything, at the same addresses, but the blocks after the first', async () => {
    const block = (number: string) => ({ method: 'eth_getBlockByNumber', params: [number, false] });
    const { contracts } = chain;
    await mint(DEMO_ACCOUNTS[0] ?? '', 5n);
    const [first] = await rpcAt(chain.rpcUrl)([
      block('0x0'),
      // As a version left it that had no Multicall3.
      { method: 'anvil_setCode', params: [MULTICALL3, '0x'] },
      { method: 'anvil_mine', params: ['0x500'] },
    ]);
    const { number } = await newest();
    await chain.close();
    // Another seed: the rival keeps its name, and nobody gets a name that is taken.
    chain = await start([
      { wallet: RIVAL, name: 'polo.eth' },
      { wallet: OTHER, name: '郑和.eth' },
    ]);
    expect(chain.contracts).toEqual(contracts);
    expect((await newest()).number).toBeGreaterThanOrEqual(number);
    expect(await rpcAt(chain.rpcUrl)([block('0x0'), block('0x1')])).toEqual([first, null]);
    expect(await denaOf(DEMO_ACCOUNTS[0] ?? '')).toBe(100_000n * WEI_PER_DENA + 5n);
    expect(await namesOf(RIVAL, OTHER)).toEqual([{ name: '郑和.eth' }, { name: null }]);
    const [code] = await rpcAt(chain.rpcUrl)([
      { method: 'eth_getCode', params: [MULTICALL3, 'latest'] },
    ]);
    expect(code).not.toBe('0x');
  });

  test('ends the chain before it, if that outlived its parent', async () => {
    const pid = await recordedPid();
    // As if its parent were gone.
    const record = { pid, rpcUrl: chain.rpcUrl, parentPid: NOBODY };
    await writeFile(recordFile(), JSON.stringify(record));
    await mint(DEMO_ACCOUNTS[0] ?? '', 7n);
    chain = await start();
    expect(isAlive(pid)).toBe(false);
    expect(logged).toContain(ENDED);
    expect(await denaOf(DEMO_ACCOUNTS[0] ?? '')).toBe(100_000n * WEI_PER_DENA + 12n);
    // The game refuses a chain with another block 0: anvil creates its own from the second start
    // on.
    const [genesis] = await rpcAt(chain.rpcUrl)([
      { method: 'eth_getBlockByNumber', params: ['0x0', false] },
    ]);
    expect(genesis).toMatchObject({ hash: DEVELOPMENT_GENESIS.hash });
    const { timestamp } = await newest();
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(CLOCKS_APART_S);
  });
});
