/**
 * [CHN1] The whole server on a real chain: it follows token transfers, including those made while it was
 * down, and accepts reorganisations.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interface } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denaStakesCall } from '../../common/protocol/dena-stakes.ts';
import { nftStakeViewSchema, territoryCall } from '../../common/protocol/nfts.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { dena } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import type { RunningServer } from '../../server/boot/compose-server.ts';
import { loadConfig } from '../../server/boot/config.ts';
import { startServer } from '../../server/boot/start-server.ts';
import type { Answer } from '../../server/test/support/answer-check.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { metadataRoutes } from '../routes/metadata.ts';
import { DEMO_ACCOUNTS, OWNER_ACCOUNT } from './accounts.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { rpcAt } from './rpc.ts';

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
]);

/** The follower polls once a second; there is a block every two. */
const FOLLOWED = { timeout: 30_000, interval: 100 };
/** It waits for blocks that were lost. */
const RECOVERED = { timeout: 60_000, interval: 100 };

let dataDir: string;
let chain: LocalChain;
let server: RunningServer;

async function startGame(): Promise<void> {
  server = await startServer({
    config: {
      // Sign-in is not part of this test.
      ...loadConfig('test', { PORT: '0', DATA_DIR: dataDir, WALLET_PROOF: 'off' }),
      ethRpcUrls: [chain.rpcUrl],
      contracts: chain.contracts,
    },
    pages: () => Promise.resolve({ mount: () => {}, close: () => Promise.resolve() }),
    extend: (app) => {
      app.use(metadataRoutes());
    },
  });
  await chain.serveMetadataFrom(server.url);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-backing-'));
  chain = await startLocalChain({ dataDir, log: () => {} });
  await startGame();
});

afterAll(async () => {
  await server.close();
  await chain.close();
  await rm(dataDir, { recursive: true, force: true });
});

const rpc = (method: string, params: readonly unknown[] = []) =>
  rpcAt(chain.rpcUrl)([{ method, params }]);

async function send(from: Address, to: Address, data: string): Promise<void> {
  await rpc('eth_sendTransaction', [{ from, to, data, gas: '0x7a120' }]);
  await rpc('evm_mine');
}

function sendNfts(from: Address, to: Address, tokenId: number, amount: number): Promise<void> {
  const data = ERC1155.encodeFunctionData('safeTransferFrom', [from, to, tokenId, amount, '0x']);
  return send(from, chain.contracts.nationalNft, data);
}

const get = (path: string): Promise<Answer> => ask(server.url, path);

function post(path: string, walletAddress: Address, body: object = {}): Promise<Answer> {
  return ask(server.url, path, { json: { walletAddress, ...body } });
}

/** One of the nine accounts, each with 100,000 DENA, three national and five cultural NFTs of each nation. */
async function player(n: number, nationId: string): Promise<Address> {
  const wallet = DEMO_ACCOUNTS[n];
  if (!wallet) throw new Error(`there is no Demo account ${n}`);
  expect((await post('/api/player-nation', wallet, { nationId })).status).toBe(201);
  return wallet;
}

async function stakeNfts(wallet: Address, tokenId: number, quantity: number): Promise<Answer> {
  const contractAddress = chain.contracts.nationalNft;
  return post('/api/nft/stake', wallet, { tokenId, contractAddress, quantity });
}

/** Whether each NFT stake of a wallet is active, newest first. */
async function nftActivity(wallet: Address): Promise<number[]> {
  const answer = await get(`/api/territory/${wallet}`);
  return answer.json(territoryCall.answers[200]).map(({ isActive }) => isActive);
}

/** Whether each DENA stake of a wallet is active, newest first. */
async function denaActivity(wallet: Address): Promise<number[]> {
  const answer = await get(`/api/dena/stakes/${wallet}`);
  const stakes = answer.json(denaStakesCall.answers[200]);
  return stakes
    .toSorted((a, b) => b.stakedAt.localeCompare(a.stakedAt))
    .map(({ isActive }) => isActive);
}

async function shown(wallet: Address) {
  const answer = await get(`/api/player-nation/${wallet}`);
  return answer.json(playerNationCall.answers[200]).playerNation;
}

describe('[CHN1] what moves on chain', () => {
  test('A stakes, sends the NFTs to B, B stakes: never both after the next poll', async () => {
    const [a, b] = [await player(0, 'usa'), await player(1, 'usa')];
    expect((await stakeNfts(a, 1, 3)).status).toBe(201);
    expect((await stakeNfts(b, 1, 4)).status).toBe(400);
    await sendNfts(a, b, 1, 1);
    const staked = await stakeNfts(b, 1, 4);
    expect(staked.json(nftStakeViewSchema)).toMatchObject({ quantity: 4, isActive: 1 });
    await expect.poll(() => nftActivity(a), FOLLOWED).toEqual([0]);
    expect(await nftActivity(b)).toEqual([1]);
    expect(await shown(a)).toMatchObject({ gdp: 25_000 });
  });

  test('while the server was down is followed when it is back', async () => {
    const wallet = await player(4, 'argentina');
    expect((await stakeNfts(wallet, 3, 3)).status).toBe(201);
    await server.close();
    // In one transfer of several tokens.
    const batch = [wallet, OWNER_ACCOUNT, [1, 3], [1, 1], '0x'];
    const data = ERC1155.encodeFunctionData('safeBatchTransferFrom', batch);
    await send(wallet, chain.contracts.nationalNft, data);
    await rpc('anvil_mine', ['0x40']);
    await startGame();
    await expect.poll(() => nftActivity(wallet), FOLLOWED).toEqual([0]);
  });

  test('and is undone by a reorganisation is read again', async () => {
    const wallet = await player(5, 'italy');
    const [snapshot] = await rpc('evm_snapshot');
    const mint = ERC20.encodeFunctionData('mint', [wallet, dena(50_000)]);
    await send(OWNER_ACCOUNT, chain.contracts.dena, mint);
    expect((await post('/api/dena/stake', wallet, { amount: 120_000 })).status).toBe(201);
    await expect.poll(async () => (await shown(wallet)).denaBalance, FOLLOWED).toBe('150000');
    await rpc('evm_revert', [snapshot]);
    // The other branch soon becomes the longer one; nothing in it concerns this wallet.
    await rpc('anvil_mine', ['0x5']);
    await expect.poll(() => denaActivity(wallet), RECOVERED).toEqual([0]);
    expect(await shown(wallet)).toMatchObject({ gdp: 18_000, denaBalance: '100000' });
    expect((await post('/api/dena/stake', wallet, { amount: 100_000 })).status).toBe(201);
  });
});
