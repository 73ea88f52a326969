import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Contract, Interface, JsonRpcProvider, Network, toBeHex } from 'ethers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { DEVELOPMENT_GENESIS } from '../../server/chain/check-chain.ts';
import { MULTICALL3 } from '../../server/chain/multicall.ts';
import { DEMO_ACCOUNTS, OWNER_ACCOUNT } from './accounts.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { rpcAt } from './rpc.ts';

const READS = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[]) payable returns ((bool, bytes)[])',
  'function getBlockNumber() view returns (uint256)',
]);
const NATION_IDS = [1, 2, 3, 4];
/** A chain that kept another time would be years away from the machine's. */
const CLOCKS_APART_S = 3600;

let dataDir: string;
let started: LocalChain[] = [];
const logged: string[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-chain-'));
});

afterEach(async () => {
  await Promise.all(started.map((chain) => chain.close()));
  started = [];
  logged.length = 0;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<LocalChain> {
  const chain = await startLocalChain({ dataDir, log: (line) => logged.push(line) });
  started.push(chain);
  return chain;
}

function contractAt(chain: LocalChain, name: keyof LocalChain['contracts'], abi: string): Contract {
  const provider = new JsonRpcProvider(chain.rpcUrl, Network.from(1), { staticNetwork: true });
  return new Contract(chain.contracts[name], [abi], provider);
}

async function denaOf(chain: LocalChain, wallet: string): Promise<unknown> {
  return contractAt(chain, 'dena', 'function balanceOf(address) view returns (uint256)')
    .getFunction('balanceOf')
    .staticCall(wallet);
}

async function uriOf(chain: LocalChain, name: 'nationalNft' | 'culturalNft', id: number) {
  return contractAt(chain, name, 'function uri(uint256) view returns (string)')
    .getFunction('uri')
    .staticCall(id);
}

/** A chain's newest block. */
async function newest(chain: LocalChain) {
  const [block] = await rpcAt(chain.rpcUrl)([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
  ]);
  const figure = z.string().transform(Number);
  return z.object({ number: figure, timestamp: figure }).parse(block);
}

async function mint(chain: LocalChain, to: string, amount: bigint): Promise<void> {
  const provider = new JsonRpcProvider(chain.rpcUrl, Network.from(1), { staticNetwork: true });
  const dena = new Contract(
    chain.contracts.dena,
    ['function mint(address to, uint256 amount)'],
    await provider.getSigner(OWNER_ACCOUNT),
  );
  const transaction: unknown = await dena.getFunction('mint').send(to, amount);
  expect(transaction).toBeTruthy();
}

/** The process named in a chain's record. */
async function recordedPid(): Promise<number> {
  const record: unknown = JSON.parse(
    await readFile(join(dataDir, 'chain', 'process.json'), 'utf8'),
  );
  return z.object({ pid: z.int() }).parse(record).pid;
}

/** The processes whose command line names a file, without zombies; needs /proc. */
async function pidsNaming(file: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, i) => commands[i]?.includes('anvil') && commands[i].includes(`=${file}`));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** DENA of account 1, its copies of usa's national NFT, and the block that both belong to. */
async function expectAggregate(chain: LocalChain): Promise<void> {
  const [wallet = ''] = DEMO_ACCOUNTS;
  const { dena, nationalNft } = chain.contracts;
  const calls = [
    {
      target: dena,
      allowFailure: true,
      callData: READS.encodeFunctionData('balanceOf(address)', [wallet]),
    },
    {
      target: nationalNft,
      allowFailure: true,
      callData: READS.encodeFunctionData('balanceOf(address,uint256)', [wallet, 1]),
    },
    {
      target: MULTICALL3,
      allowFailure: false,
      callData: READS.encodeFunctionData('getBlockNumber'),
    },
    { target: dena, allowFailure: true, callData: '0xffffffff' },
  ];
  const data = READS.encodeFunctionData('aggregate3', [calls]);
  const [height] = await rpcAt(chain.rpcUrl)([{ method: 'eth_blockNumber', params: [] }]);
  const [answer] = await rpcAt(chain.rpcUrl)([
    { method: 'eth_call', params: [{ to: MULTICALL3, data }, height] },
  ]);
  const decoded = READS.decodeFunctionResult('aggregate3', z.string().parse(answer));
  expect(decoded.toArray(true)[0]).toEqual([
    [true, toBeHex(100_000n * WEI_PER_DENA, 32)],
    [true, toBeHex(3, 32)],
    [true, toBeHex(BigInt(z.string().parse(height)), 32)],
    [false, '0x'],
  ]);
}

test('a new local chain is the one that production refuses, keeps time, and endows accounts 1–9', async () => {
  const chain = await start();
  const [chainId, genesis] = await rpcAt(chain.rpcUrl)([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  ]);
  expect(chainId).toBe('0x1');
  expect(genesis).toMatchObject({ hash: DEVELOPMENT_GENESIS.hash, number: '0x0' });
  expect(OWNER_ACCOUNT).toBe(DEVELOPMENT_GENESIS.richAccount);

  const before = await newest(chain);
  expect(Math.abs(before.timestamp - Date.now() / 1000)).toBeLessThan(CLOCKS_APART_S);
  // Without a transaction.
  await expect.poll(async () => (await newest(chain)).number).toBeGreaterThan(before.number);

  const abi = 'function balanceOfBatch(address[], uint256[]) view returns (uint256[])';
  for (const wallet of DEMO_ACCOUNTS) {
    const asked = [NATION_IDS.map(() => wallet), NATION_IDS];
    const copies = async (name: 'nationalNft' | 'culturalNft'): Promise<unknown> =>
      contractAt(chain, name, abi)
        .getFunction('balanceOfBatch')
        .staticCall(...asked);
    expect(await denaOf(chain, wallet)).toBe(100_000n * WEI_PER_DENA);
    expect(await copies('nationalNft')).toEqual([3n, 3n, 3n, 3n]);
    expect(await copies('culturalNft')).toEqual([5n, 5n, 5n, 5n]);
  }
  expect(await denaOf(chain, OWNER_ACCOUNT)).toBe(0n);
});

test('Multicall3 answers many reads at one block, and metadata is read from the given origin', async () => {
  const chain = await start();
  await expectAggregate(chain);
  await chain.serveMetadataFrom('http://127.0.0.1:3000');
  expect(await uriOf(chain, 'nationalNft', 2)).toBe(
    'http://127.0.0.1:3000/dev/metadata/national/2.json',
  );
  await chain.serveMetadataFrom('http://127.0.0.1:4000');
  expect(await uriOf(chain, 'culturalNft', 4)).toBe(
    'http://127.0.0.1:4000/dev/metadata/cultural/4.json',
  );
  const nonce = [{ method: 'eth_getTransactionCount', params: [OWNER_ACCOUNT, 'latest'] }];
  const before = await rpcAt(chain.rpcUrl)(nonce);
  await chain.serveMetadataFrom('http://127.0.0.1:4000');
  expect(await rpcAt(chain.rpcUrl)(nonce)).toEqual(before);
});

describe('a restarted local chain', () => {
  test('still has everything, at the same addresses', async () => {
    const first = await start();
    await mint(first, DEMO_ACCOUNTS[0] ?? '', 5n);
    // As a version left it that had no Multicall3.
    await rpcAt(first.rpcUrl)([{ method: 'anvil_setCode', params: [MULTICALL3, '0x'] }]);
    await first.close();
    const second = await start();
    expect(second.contracts).toEqual(first.contracts);
    expect(await denaOf(second, DEMO_ACCOUNTS[0] ?? '')).toBe(100_000n * WEI_PER_DENA + 5n);
    await second.close();
    // The game refuses a chain with another block 0: anvil creates its own from the second start on.
    const third = await start();
    const [genesis] = await rpcAt(third.rpcUrl)([
      { method: 'eth_getBlockByNumber', params: ['0x0', false] },
    ]);
    expect(genesis).toMatchObject({ hash: DEVELOPMENT_GENESIS.hash });
    const { timestamp } = await newest(third);
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(CLOCKS_APART_S);
    const [code] = await rpcAt(third.rpcUrl)([
      { method: 'eth_getCode', params: [MULTICALL3, 'latest'] },
    ]);
    expect(code).not.toBe('0x');
  });

  test('deploys again if its contracts are missing', async () => {
    const first = await start();
    await first.close();
    await rm(join(dataDir, 'chain', 'state.json'));
    const second = await start();
    expect(await denaOf(second, DEMO_ACCOUNTS[8] ?? '')).toBe(100_000n * WEI_PER_DENA);
  });

  test('says what to do if its state is damaged', async () => {
    const first = await start();
    await first.close();
    const stateFile = join(dataDir, 'chain', 'state.json');
    const state = await readFile(stateFile, 'utf8');
    await writeFile(stateFile, state.slice(0, state.length / 2));
    await expect(start()).rejects.toThrow(/delete .* starts from scratch/);
  });

  test('names the other server that uses its data', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`process ${process.pid}`);
    expect(await denaOf(first, OWNER_ACCOUNT)).toBe(0n);
  });
});

/** A process that runs a script of this folder; its stderr is part of the error that `firstLine` throws. */
function startParent(script: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @throws Error with its last output if it ends before it prints a line. */
async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a child without pipes');
  const errors = text(stderr);
  const line = new Promise<string>((resolve) => {
    createInterface({ input: stdout }).once('line', resolve);
  });
  const end = once(child, 'exit').then(async () => {
    throw new Error(`the parent ended before it had a chain: ${await errors}`);
  });
  return Promise.race([line, end]);
}

describe('a local chain whose parent is gone', () => {
  test('ends if its parent is killed during the start', async () => {
    const script = `
      const { startAnvil } = await import(${JSON.stringify(join(import.meta.dirname, 'anvil.ts'))});
      void startAnvil({ stateFile: ${JSON.stringify(join(dataDir, 'state.json'))}, onLost() {} });
      // By then anvil listens, and this process has not read that yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
      process.kill(process.pid, 'SIGKILL');
    `;
    const parent = startParent(script);
    await once(parent, 'exit');
    await expect
      .poll(() => pidsNaming(join(dataDir, 'state.json')), { timeout: 30_000 })
      .toEqual([]);
  });

  test('is ended at the next start if it outlived its parent', async () => {
    const orphan = await start();
    const pid = await recordedPid();
    // Looks like a chain whose parent is gone: its parent is not the recorded one.
    await writeFile(
      join(dataDir, 'chain', 'process.json'),
      JSON.stringify({ pid, parentPid: process.pid + 1 }),
    );
    await mint(orphan, DEMO_ACCOUNTS[0] ?? '', 7n);
    const next = await start();
    expect(isAlive(pid)).toBe(false);
    expect(logged).toContain('Ended the local chain that an earlier run left behind.');
    expect(await denaOf(next, DEMO_ACCOUNTS[0] ?? '')).toBe(100_000n * WEI_PER_DENA + 7n);
  });

  test('does not cause another process with the reused id to be ended', async () => {
    const first = await start();
    await first.close();
    await writeFile(
      join(dataDir, 'chain', 'process.json'),
      JSON.stringify({ pid: process.pid, parentPid: 1 }),
    );
    await start();
    expect(logged).not.toContain('Ended the local chain that an earlier run left behind.');
  });

  test('ends with its parent when that is killed, its state saved', async () => {
    const script = `
      const { startLocalChain } = await import(${JSON.stringify(join(import.meta.dirname, 'local-chain.ts'))});
      const chain = await startLocalChain({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
      console.log(chain.rpcUrl);
    `;
    const parent = startParent(script);
    await firstLine(parent);
    const pid = await recordedPid();
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    expect(existsSync(join(dataDir, 'chain', 'state.json'))).toBe(true);
    const next = await start();
    expect(await denaOf(next, DEMO_ACCOUNTS[0] ?? '')).toBe(100_000n * WEI_PER_DENA);
  });
});
