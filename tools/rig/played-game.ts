/**
 * `npx tsx tools/rig/played-game.ts BUILD FOLDER`: a small game that the built server of a
 * release plays, stored for ever. The folder gets the embedded store's file, a backup of it, the
 * same game moved to MongoDB and played on there, and what that server answered. It is written once
 * per release, from the commit that carries the version;
 * server/test/released-games.integration.test.ts opens each of them with the newest server.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { Wallet } from 'ethers';
import { BSON, MongoClient } from 'mongodb';
import { z } from 'zod';
import { DAY_MS, dena } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { NATION_IDS, NATIONS, type NationId } from '../../common/values/nations.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import { ChainSim, TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { FakeNode } from '../../server/chain/testing/fake-node.ts';
import { send, type Asking } from '../../server/test/support/http-client.ts';
import { signInTextWith } from '../../server/test/support/sign-in.ts';
import { GameServer } from './game-server.ts';
import { readsOf } from './reads.ts';
import { serveNode } from './serve-node.ts';
import { shiftClock } from './shifted-clock.mjs';
import { freePort } from '../test/listening.ts';
import { findMongod } from '../test/mongo/find-mongod.ts';
import { startTestSet } from '../test/mongo/test-set.ts';

const CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;
/** In days from now: three weeks that end, and the one that is played. */
const STAGES = [-20, -13, -6, -1];
/** A week is final soon after its end [SEA1]; the chain's follower needs less. */
const SETTLED_MS = 20_000;
/** Of the first stage of a landmark. */
const LANDMARK = { wood: 2000, oil: 400, food: 1000, technology: 200 };
const MOST_AT_ONCE = 1000;
const CHECKPOINT = '/ledger/checkpoint';
const TrueDate = Date;

const [build = '', folder = ''] = process.argv.slice(2).map((path) => resolve(path));
const program = (name: string) => join(build, 'dist', 'server', `${name}.js`);

const players = (['italy', 'italy', 'usa', 'china', 'argentina'] as const).map((nation, n) => {
  const signer = new Wallet(`0x${String(n + 1).padStart(64, '0')}`);
  return { wallet: address(signer.address), signer, nation, cookie: '' };
});
const wallets = players.map(({ wallet }) => wallet);

shiftClock((STAGES[0] ?? 0) * DAY_MS);
const sim = new ChainSim({ startS: Math.floor(Date.now() / 1000) });
const node = await serveNode(new FakeNode(sim));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const work = await mkdtemp(join(tmpdir(), 'denaria-played-'));
const dataDir = join(work, 'data');

/** Without a check of the answer: an older release's protocol isn't this one. */
async function request(path: string, asking: Asking = {}) {
  const response = await send(url, path, asking);
  const body = await text(response);
  if ((response.statusCode ?? 0) >= 300) {
    throw new Error(`${path}: ${response.statusCode} ${body}`);
  }
  return { body: JSON.parse(body) as unknown, headers: response.headers };
}

/** What a player does; the nth of them. */
async function act(n: number, path: string, body: object = {}, key: string = randomUUID()) {
  const { wallet, cookie } = players[n] ?? { wallet: '', cookie: '' };
  const headers = { Cookie: cookie, 'Idempotency-Key': key };
  await request(path, { json: { walletAddress: wallet, ...body }, headers });
}

async function signIn({ wallet, signer }: (typeof players)[number]): Promise<string> {
  const { body } = await request('/api/session/nonce');
  const message = signInTextWith(url, wallet, z.object({ nonce: z.string() }).parse(body).nonce);
  const signature = await signer.signMessage(message);
  const { headers } = await request('/api/session', { json: { message, signature } });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const stakes = (n: number, amount: string, key?: string) =>
  act(n, '/api/dena/stake', { amount }, key);
const trades = (n: number, resourceType: string, quantity: number) =>
  act(n, '/api/trade', { resourceType, quantity });
const nationOf = (n: number): NationId => players[n]?.nation ?? 'italy';
const stakesNfts = (n: number, quantity: number, collection: object) =>
  act(n, '/api/nft/stake', { tokenId: NATIONS[nationOf(n)].tokenId, quantity, ...collection });
const NATIONAL = { contractAddress: TEST_CONTRACTS.nationalNft };
const CULTURAL = { contractAddress: TEST_CONTRACTS.culturalNft, nftType: 'museum' };

let shiftMs = 0;
/** The clock of the release's programs. */
const shifted = () => ({
  NODE_OPTIONS: `--import ${CLOCK}`,
  DENARIA_SHIFT_MS: String(shiftMs),
});

/** Plays on a server of the release that runs so many days from now. */
async function playAt(
  days: number,
  play: () => Promise<unknown>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  shiftMs = days * DAY_MS;
  shiftClock(shiftMs);
  const sinceS = Math.floor(Date.now() / 1000) - sim.head.timestampS;
  sim.mine([], { afterS: Math.max(1, sinceS) });
  const server = await GameServer.start({
    file: program('start'),
    dataDir,
    rpcUrl: node.url,
    port,
    env: { PUBLIC_ORIGIN: url, CHAIN_POLL_MS: '200', ...shifted(), ...env },
  });
  try {
    for (const player of players) player.cookie = await signIn(player);
    await play();
  } finally {
    await server.end();
  }
}

/** Each is played in a week of its own. */
const PLAY: readonly (() => Promise<unknown>)[] = [
  async () => {
    for (const [n, { wallet, nation }] of players.entries()) {
      const six = Object.fromEntries(NATION_IDS.map((one) => [one, 6]));
      sim.give(wallet, { denaWei: dena(1_000_000), national: six, cultural: six });
      await act(n, '/api/player-nation', { nationId: nation });
    }
    await stakes(0, '1000', 'the-first-stake');
    await stakes(1, '0.000000000000000001');
    await stakesNfts(0, 3, CULTURAL);
    await stakesNfts(3, 2, NATIONAL);
    await trades(2, 'wood', 50);
  },
  async () => {
    const { body } = await request(`/api/dena/stakes/${wallets[0] ?? ''}`);
    const [first] = stakesSchema.parse(body);
    await act(0, '/api/dena/unstake', { stakeId: first?.id });
    // The presidency changes hands.
    await stakesNfts(1, 5, CULTURAL);
    await stakes(4, '12345.678');
    await stakes(2, '500');
    // What is no longer owned backs nothing any more.
    const [, , poor] = wallets;
    if (poor) sim.give(poor, { denaWei: dena(200) });
  },
  async () => {
    for (const [resource, needed] of Object.entries(LANDMARK)) {
      for (let left = needed; left > 0; left -= MOST_AT_ONCE) {
        const quantity = Math.min(left, MOST_AT_ONCE);
        await trades(3, resource, quantity);
        await act(3, '/api/works', { resourceType: resource, quantity });
      }
    }
    await trades(4, 'technology', 10);
  },
  async () => {
    await act(3, '/api/resources/update');
    await stakes(1, '77', 'the-last-stake');
    await operate('hide-name', wallets[4] ?? '', '--why', 'reported');
    await operate('notice', 'A game that is kept for ever.', '--why', 'so that there is one');
  },
];

const stakesSchema = z.array(z.object({ id: z.string() }));

const operate = (...args: readonly string[]) => run('operate', args, { DATA_DIR: dataDir });

async function run(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { PATH = '' } = process.env;
  const command = [program(name), ...args];
  const options = { cwd: work, env: { PATH, ...shifted(), ...env } };
  await promisify(execFile)(process.execPath, command, options);
}

async function write(name: string, bytes: Buffer | string): Promise<void> {
  const packed = brotliCompressSync(bytes);
  await writeFile(join(folder, `${name}.br`), packed);
  console.log(`${name}: ${packed.length} bytes`);
}

/** What is answered once the game is at rest, and when. */
async function record(name: string): Promise<void> {
  await sleep(SETTLED_MS);
  const [{ cookie } = { cookie: '' }] = players;
  const at = Date.now();
  const reads = await readsOf(url, await paths(), { Cookie: cookie });
  await write(`${name}.reads.json`, JSON.stringify({ at, origin: url, cookie, reads }, null, 1));
}

/** Every read of the game; the ledger's tiles have fewer than 256 commits. */
async function paths(): Promise<readonly string[]> {
  const ofEach = (path: string) => wallets.map((wallet) => `${path}${wallet}`);
  const weeks = STAGES.map((days) => weekAt(TrueDate.now() + days * DAY_MS));
  const moments = weeks.map((week) => new Date(weekBegins(week)).toISOString());
  const checkpoint = await readsOf(url, [CHECKPOINT], {});
  const size = String(checkpoint[CHECKPOINT]?.body).split('\n')[1] ?? '';
  return [
    '/api/nations',
    '/api/nations/standings',
    ...NATION_IDS.map((nation) => `/api/nations/${nation}`),
    '/api/leaderboard',
    ...moments.map((at) => `/api/leaderboard?at=${at}`),
    ...ofEach('/api/leaderboard/around/'),
    ...ofEach('/api/player-nation/'),
    ...ofEach('/api/players/'),
    ...ofEach('/api/dena/stakes/'),
    ...ofEach('/api/territory/'),
    '/api/works',
    '/api/events?limit=100',
    ...ofEach('/api/events?limit=100&walletAddress='),
    ...weeks.map((week) => `/api/seasons/${weekId(week)}`),
    '/api/sessions',
    CHECKPOINT,
    `/ledger/tile/0/000.p/${size}`,
    `/ledger/tile/entries/000.p/${size}`,
  ];
}

/** All documents, and what is needed to put them back. */
async function dumpOf(uri: string): Promise<string> {
  const client = await MongoClient.connect(uri);
  try {
    const database = client.db();
    const collections = await database.listCollections({}, { nameOnly: false }).toArray();
    const dumped = collections.map(async ({ name, options }) => ({
      name,
      options,
      indexes: await database.collection(name).indexes(),
      documents: await database.collection(name).find().sort({ _id: 1 }).toArray(),
    }));
    return BSON.EJSON.stringify(await Promise.all(dumped), { relaxed: false });
  } finally {
    await client.close();
  }
}

async function playEmbedded(): Promise<void> {
  for (const [n, play] of PLAY.entries()) {
    await playAt(STAGES[n] ?? 0, async () => {
      await play();
      if (n + 1 === PLAY.length) await record('embedded');
      else await sleep(SETTLED_MS);
    });
  }
  // What was committed last is beside the file.
  for (const name of ['denaria.db', 'denaria.db-wal']) {
    await write(name, await readFile(join(dataDir, name)));
  }
  const backup = join(work, 'game.backup');
  await run('backup', ['--to', backup], { DATA_DIR: dataDir });
  await write('game.backup', await readFile(backup));
}

async function playMongo(): Promise<void> {
  const found = await findMongod();
  if (!found.found) throw new Error(found.why);
  const set = await startTestSet({ mongod: found.mongod, nodes: 1 });
  try {
    const uri = set.uri('denaria');
    await run('migrate', ['--from', dataDir, '--to', uri], {});
    const play = async () => {
      await stakes(0, '3', 'on-mongodb');
      await record('mongodb');
    };
    await playAt(0, play, { MONGODB_URI: uri });
    await write('mongodb.json', await dumpOf(uri));
  } finally {
    await set.stop();
  }
}

try {
  await mkdir(dataDir);
  await mkdir(folder, { recursive: true });
  await playEmbedded();
  await playMongo();
} finally {
  await node.close();
  await rm(work, { recursive: true, force: true });
}
process.exit();
