/**
 * A development world and what its routes do to it: gifts that arrive, a failing chain, a reset.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interface, ZeroAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { configCall, type ConfigView } from '../common/protocol/config.ts';
import { stakeDenaCall } from '../common/protocol/dena-stakes.ts';
import { stakeNftCall, territoryCall } from '../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../common/protocol/player-nation.ts';
import { address } from '../common/values/address.ts';
import { WEI_PER_DENA } from '../common/values/amount.ts';
import { loadConfig } from '../server/boot/config.ts';
import { openDatabase } from '../server/store/embedded/database.ts';
import { writeOlderGame } from '../server/store/testing/older-game.ts';
import { DEMO_ACCOUNTS } from './chain/accounts.ts';
import { Treasury } from './chain/treasury.ts';
import { ApiPlayer, callApi } from './players/api-player.ts';
import { accountsFrom } from './players/rival-names.ts';
import { deleteWorld, objectionToReset, setOlderWorldAside } from './world-data.ts';
import { startWorld, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ITALYS_TOKEN = 2;
const TOKENS = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
]);
/** Accounts without an endowment. */
const [RICHER, BUSY, LOADED, PLAYER, SELLER, BUYER, OWNER, HEIR] = accountsFrom(5000, 8);
if (!RICHER || !BUSY || !LOADED || !PLAYER || !SELLER || !BUYER || !OWNER || !HEIR)
  throw new Error('there are accounts without end');

let dataDir: string;
let world: World;
let config: ConfigView;
const said: string[] = [];

const settings = (env: Record<string, string> = {}) =>
  loadConfig('development', { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });

function start(env?: Record<string, string>): Promise<World> {
  return startWorld({
    settings: settings(env),
    pages: async () => ({ mount: () => undefined, close: async () => undefined }),
    rivals: { count: 0, seed: 1 },
    say: (line) => said.push(line),
    reset: { whyNoReset: null, reset: () => undefined },
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-world-'));
  writeOlderGame(dataDir);
  await mkdir(join(dataDir, 'chain'));
  await writeFile(join(dataDir, 'chain', 'state.json'), 'of the older world');
  await setOlderWorldAside(dataDir, (line) => said.push(line));
  world = await start();
  config = await gameConfig();
});

afterAll(async () => {
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function gameConfig(): Promise<ConfigView> {
  const asked = await callApi(world.url, configCall);
  if (asked.kind !== 'acknowledged') throw new Error(asked.words);
  return asked.answer;
}

function post(path: string, body: object): Promise<Response> {
  return fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A wallet's balance on chain, read as the page reads it. */
async function balance(contract: string, wallet: string, tokenId?: number): Promise<bigint> {
  const [signature, args] =
    tokenId === undefined
      ? (['balanceOf(address)', [wallet]] as const)
      : (['balanceOf(address,uint256)', [wallet, tokenId]] as const);
  const data = TOKENS.encodeFunctionData(signature, args);
  const asked = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
  const answer = await post('/dev/rpc', { ...asked, params: [{ to: contract, data }, 'latest'] });
  return BigInt(z.object({ result: z.string() }).parse(await answer.json()).result);
}

test('a world of a form that is no longer read is kept aside, chain and all, and a fresh one plays', () => {
  const aside = join(dataDir, 'older-world');
  expect(said[0]).toBe(
    `An older Denaria wrote the world in ${dataDir}, in a form that is no longer read: it is kept in ${aside}, and a fresh one begins.`,
  );
  expect(readFileSync(join(aside, 'chain', 'state.json'), 'utf8')).toBe('of the older world');
  expect(() => openDatabase(aside)).toThrow('version 7;');
});

test('an older world that a killed start had moved in part is kept aside as one', async () => {
  const folder = join(dataDir, 'half');
  await mkdir(join(folder, 'older-world-unfinished', 'chain'), { recursive: true });
  writeOlderGame(folder);
  await setOlderWorldAside(folder, () => undefined);
  const files = await readdir(folder, { recursive: true });
  expect(files).toContain(join('older-world', 'chain'));
  expect(files).toContain(join('older-world', 'denaria.db'));
});

describe('the faucet', () => {
  test('gifts have arrived when it answers', async () => {
    const { address: walletAddress } = RICHER;
    const { dena, nationalNft, culturalNft } = config.contracts;
    const gave = await post('/dev/faucet', { walletAddress, asset: 'dena', amount: '2500.5' });
    expect(gave.status).toBe(200);
    expect(await balance(dena, walletAddress)).toBe((WEI_PER_DENA * 25005n) / 10n);
    for (const [asset, contract] of [
      ['national', nationalNft],
      ['cultural', culturalNft],
    ] as const) {
      const gift = { walletAddress, asset, tokenId: 4, amount: 3 };
      expect((await post('/dev/faucet', gift)).status).toBe(200);
      expect(await balance(contract, walletAddress, 4)).toBe(3n);
    }
  });

  test('concurrent gifts, and a load tool minting meanwhile, take no nonce from each other', async () => {
    const { address: walletAddress } = BUSY;
    const loaded = Array.from({ length: 120 }, () => address(LOADED.address));
    const endowment = { dena: 1, national: 1, cultural: 1 };
    const [, ...gifts] = await Promise.all([
      new Treasury(`${world.url}/dev/rpc`, config.contracts).endow(loaded, endowment),
      ...Array.from({ length: 12 }, () =>
        post('/dev/faucet', { walletAddress, asset: 'dena', amount: 1 }),
      ),
    ]);
    expect(gifts.map(({ status }) => status)).toEqual(gifts.map(() => 200));
    expect(await balance(config.contracts.dena, walletAddress)).toBe(12n * WEI_PER_DENA);
    expect(await balance(config.contracts.dena, LOADED.address)).toBe(120n * WEI_PER_DENA);
  });

  test('what a rival sells to another is there, of each kind', async () => {
    const treasury = new Treasury(`${world.url}/dev/rpc`, config.contracts);
    const [from, to] = [address(SELLER.address), address(BUYER.address)];
    const nationId = 'china';
    await treasury.endow([from], { dena: 100, national: 2, cultural: 2 });
    for (const [asset, amount] of [
      ['dena', 30],
      ['national', 2],
      ['cultural', 1],
    ] as const) {
      await treasury.sell({ from, to, nationId, asset, amount });
    }
    expect(await balance(config.contracts.dena, to)).toBe(30n * WEI_PER_DENA);
    expect(await treasury.copies(to, nationId)).toEqual({ national: 2, cultural: 1 });
    expect(await treasury.copies(from, nationId)).toEqual({ national: 0, cultural: 1 });
  });

  test('the zero address is refused in the chain’s words', async () => {
    const refused = await post('/dev/faucet', { walletAddress: ZeroAddress, asset: 'dena' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/^The chain does not give that wallet this: /);
  });
});

describe('a player', () => {
  const player = () => new ApiPlayer(world.url, PLAYER, config.chainId);

  test('gets the NFT of their nation, and cannot stake while the chain fails', async () => {
    const { walletAddress } = player();
    const chosen = await player().call(chooseNationCall, {
      body: { walletAddress, nationId: 'italy' },
    });
    expect(chosen.kind).toBe('acknowledged');
    const given = await post('/dev/faucet', { walletAddress, asset: 'national' });
    expect(await given.json()).toMatchObject({ tokenId: String(ITALYS_TOKEN), amount: 1 });
    expect(await balance(config.contracts.nationalNft, walletAddress, ITALYS_TOKEN)).toBe(1n);

    await post('/dev/chain', { mode: 'failing' });
    // The faucet belongs to development: it calls the chain directly.
    expect((await post('/dev/faucet', { walletAddress, asset: 'dena' })).status).toBe(200);
    const stake = () => player().call(stakeDenaCall, { body: { walletAddress, amount: '1000' } });
    expect(await stake()).toMatchObject({ kind: 'failed', code: 'chain-unavailable' });

    await post('/dev/chain', { mode: 'ok' });
    await expect.poll(async () => (await stake()).kind).toBe('acknowledged');
  });
});

test('[CHN1] an NFT that moves on chain backs one stake: its seller’s ends with the next poll', async () => {
  const nationId = 'italy';
  const treasury = new Treasury(`${world.url}/dev/rpc`, config.contracts);
  const [seller, buyer] = [OWNER, HEIR].map(
    (account) => new ApiPlayer(world.url, account, config.chainId),
  );
  if (!seller || !buyer) throw new Error('there are two');
  const wallets = [seller.walletAddress, buyer.walletAddress];
  await treasury.endow(wallets, { dena: 1, national: 1, cultural: 1 });
  for (const player of [seller, buyer]) {
    const { walletAddress } = player;
    const chosen = await player.call(chooseNationCall, { body: { walletAddress, nationId } });
    expect(chosen.kind).toBe('acknowledged');
  }
  const stake = (player: ApiPlayer, quantity: number) => {
    const { walletAddress } = player;
    const contractAddress = config.contracts.nationalNft;
    const body = { walletAddress, tokenId: ITALYS_TOKEN, contractAddress, quantity };
    return player.call(stakeNftCall, { body });
  };
  /** Whether each of a wallet's NFT stakes is active. */
  const activity = async ({ walletAddress }: ApiPlayer) => {
    const asked = await callApi(world.url, territoryCall, { params: { walletAddress } });
    return asked.kind === 'acknowledged' && asked.answer.map(({ isActive }) => isActive);
  };
  expect((await stake(seller, 1)).kind).toBe('acknowledged');
  expect(await stake(buyer, 2)).toMatchObject({ kind: 'refused', status: 400 });
  const [from, to] = [seller.walletAddress, buyer.walletAddress];
  await treasury.sell({ from, to, nationId, asset: 'national', amount: 1 });
  expect((await stake(buyer, 2)).kind).toBe('acknowledged');
  await expect.poll(() => activity(seller)).toEqual([0]);
  expect(await activity(buyer)).toEqual([1]);
  const shown = await callApi(world.url, playerNationCall, { params: { walletAddress: from } });
  expect(shown).toMatchObject({ answer: { playerNation: { gdp: 18_000 } } });
});

test('a world on a taken port says so, and leaves nothing running', async () => {
  const other = join(dataDir, 'another');
  const taken = start({ PORT: new URL(world.url).port, DATA_DIR: other });
  await expect(taken).rejects.toThrow(/PORT: \d+ is taken/);
  expect(existsSync(join(other, 'chain', 'state.json'))).toBe(true);
  expect(existsSync(join(other, 'chain', 'process.json'))).toBe(false);
});

test('a deleted world is another one when it starts again: no players, a new chain, the right time', async () => {
  const { walletAddress } = new ApiPlayer(world.url, PLAYER, config.chainId);
  const params = { walletAddress };
  expect((await callApi(world.url, playerNationCall, { params })).status).toBe(200);
  await post('/dev/clock', { advanceMs: 3 * DAY_MS });
  await writeFile(join(dataDir, 'notes.txt'), 'A developer’s own.');
  await world.close();
  await deleteWorld(dataDir);
  world = await start();

  expect((await callApi(world.url, playerNationCall, { params })).status).toBe(404);
  config = await gameConfig();
  expect(Math.abs(Date.parse(config.now) - Date.now())).toBeLessThan(DAY_MS / 2);
  expect(await balance(config.contracts.dena, PLAYER.address)).toBe(0n);
  expect(await balance(config.contracts.dena, DEMO_ACCOUNTS[0] ?? '')).toBe(
    100_000n * WEI_PER_DENA,
  );
  // Files that do not belong to the game stay.
  expect(existsSync(join(dataDir, 'notes.txt'))).toBe(true);
  const player = new ApiPlayer(world.url, PLAYER, config.chainId);
  const chosen = await player.call(chooseNationCall, { body: { ...params, nationId: 'usa' } });
  expect(chosen.kind).toBe('acknowledged');
});

describe('whether a world can be reset', () => {
  const objection = (env: Record<string, string>) => objectionToReset(settings(env));

  test.each([
    [
      'your own chain',
      {
        ETH_RPC_URL: 'http://127.0.0.1:8545',
        DENA_ADDRESS: '0x00000000000000000000000000000000000000d1',
        NATIONAL_NFT_ADDRESS: '0x00000000000000000000000000000000000000d2',
        CULTURAL_NFT_ADDRESS: '0x00000000000000000000000000000000000000d3',
      },
      /ETH_RPC_URL\..*delete DATA_DIR and start\.$/,
    ],
    [
      'MongoDB',
      { MONGODB_URI: 'mongodb://127.0.0.1/denaria' },
      /MongoDB.*drop that database, delete DATA_DIR and start\.$/,
    ],
  ])('on %s, the error says what to do instead', (_on, env, words) => {
    expect(objection(env)).toMatch(words);
  });
});
