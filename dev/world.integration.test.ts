/**
 * A development world and what its routes do to it: gifts that arrive, a failing chain, a reset.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interface } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { configCall, type ConfigView } from '../common/protocol/config.ts';
import { stakeDenaCall } from '../common/protocol/dena-stakes.ts';
import { chooseNationCall, playerNationCall } from '../common/protocol/player-nation.ts';
import { address } from '../common/values/address.ts';
import { WEI_PER_DENA } from '../common/values/amount.ts';
import { loadConfig } from '../server/boot/config.ts';
import { inDataDir } from '../server/store/testing/data-dir.ts';
import { inDirectory } from '../server/store/locations.ts';
import { using } from '../server/store/testing/locations.ts';
import { allEvents } from '../server/store/testing/observe.ts';
import { unpackInto } from '../server/store/testing/released-game.ts';
import { DEMO_ACCOUNTS } from './chain/accounts.ts';
import { Treasury } from './chain/treasury.ts';
import { ApiPlayer, callApi } from './players/api-player.ts';
import { accountsFrom } from './players/rival-names.ts';
import { deleteWorld, upgradeWorld } from './world-data.ts';
import { startWorld, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ITALYS_TOKEN = 2;
const TOKENS = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
]);
/** Accounts without an endowment. */
const [RICHER, BUSY, LOADED, PLAYER] = accountsFrom(5000, 4);
if (!RICHER || !BUSY || !LOADED || !PLAYER) throw new Error('there are accounts without end');

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

test('a world of release 1.0.0 is upgraded, and the old game is kept', async () => {
  await inDataDir(async (older) => {
    await unpackInto(older, '1.0.0');
    const lines: string[] = [];
    await upgradeWorld(older, (line) => lines.push(line));
    await upgradeWorld(older, (line) => lines.push(line));
    expect(lines).toEqual([
      `An older Denaria wrote the world in ${older}: it is upgraded, and the old one is kept in ${join(older, 'form-8')}.`,
    ]);
    await using(inDirectory(older), async (store) => {
      expect(await allEvents(store)).not.toEqual([]);
    });
  });
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
