/** [PRO40] Operators' acts, by another process, on a running game: two servers on one MongoDB, and one on files. */
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { CALLS } from '../../common/protocol/calls.ts';
import { eventsCall } from '../../common/protocol/events.ts';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { sessionCall } from '../../common/protocol/session.ts';
import { statusCall } from '../../common/protocol/status.ts';
import { dena, HOUR_MS, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';
import { commitAll, joining, sessionOf, story } from '../store/testing/fixtures.ts';
import { inParallel } from '../store/testing/observe.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { Harness, TEST_CONTRACTS } from './support/harness.ts';
import { ask } from './support/http-client.ts';
import { asOther, operate, runProgram, type Operated } from './support/operate.ts';
import { serversOnMongo } from './support/servers-on-mongo.ts';
import { signIn } from './support/sign-in.ts';
import { openSocket } from './support/socket-client.ts';

const mongo = await testMongo();
const ENV = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};
const WHY = ['--why', 'a test'] as const;
/** Every process applies an act within this time. */
const APPLIED_MS = 2000;
/** A slow machine may take longer to look. */
const SOON = { timeout: 5000, interval: 20 };
/** The user of nobody’s files. */
const NOBODY = 65_534;
/** One that no system has given a name. */
const NAMELESS = 54_321;
const PAUSE = 'We move to another machine. Back at noon.';

/** A game that operators act on: `url` may be asked at any process. */
interface Place {
  readonly servers: readonly Harness[];
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

async function onMongo(): Promise<Place> {
  if (!mongo) throw new Error('there is no MongoDB');
  const game = await serversOnMongo(mongo, ENV);
  return { servers: game.servers, env: { MONGODB_URI: game.uri }, close: () => game.close() };
}

async function onFiles(): Promise<Place> {
  const dataDir = await newDataFolder();
  const store = await openEmbeddedStore({ dataDir });
  const server = await Harness.start({ store, env: ENV });
  return {
    servers: [server],
    env: { DATA_DIR: dataDir },
    async close() {
      await server.close();
      await store.close();
      await removeDataFolder(dataDir);
    },
  };
}

const statusAt = async ({ url }: Harness) =>
  (await ask(url, statusCall.path)).json(statusCall.answers[200]);

describe.for([
  ['two processes on MongoDB', onMongo, 2, Boolean(mongo)],
  ['a process on its files', onFiles, 1, true],
] as const)('beside %s', ([, open, count, isThere]) => {
  const it = test.skipIf(!isThere);
  let place: Place;
  beforeAll(async () => {
    if (isThere) place = await open();
  });
  afterAll(async () => {
    if (isThere) await place.close();
  });

  const act = async (...args: string[]): Promise<Operated> => {
    const done = await operate(place.env, ...args, ...WHY);
    const processes = count === 1 ? 'process' : 'processes';
    expect(done).toMatchObject({ code: 0, error: '' });
    expect(done.out).toContain(`Applied by ${count} of ${count} ${processes}.`);
    return done;
  };
  const give = (wallet: Address) => {
    for (const { chain } of place.servers) {
      chain.give(wallet, { denaWei: dena(1_000_000), national: { italy: 9 } });
    }
  };
  const joins = async (wallet: Address) => {
    give(wallet);
    const [{ url } = { url: '' }] = place.servers;
    const json = { walletAddress: wallet, nationId: 'italy' };
    expect((await ask(url, '/api/player-nation', { json })).status).toBe(201);
  };

  it('a pause refuses every command with its sentence, and everything else goes on', async () => {
    const wallet = walletOf(1);
    await joins(wallet);
    const [first, last] = [place.servers[0], place.servers.at(-1)];
    if (!first || !last) throw new Error('no server');
    const post = (path: string, body: object, key?: string) =>
      ask(last.url, path, {
        json: { walletAddress: wallet, ...body },
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      });
    const staked = await post('/api/dena/stake', { amount: 10 }, 'before-the-pause');
    expect(staked.status).toBe(201);
    const spectator = await openSocket(last.url);
    await spectator.watch({ nations: ['italy'] });
    await act('pause', PAUSE);
    // What operate said holds: no process commits any more.
    for (const server of place.servers) expect((await statusAt(server)).paused).toBe(PAUSE);
    await spectator.until(({ name, body }) => name === 'status' && body.paused === PAUSE);

    const nft = { tokenId: '2', contractAddress: TEST_CONTRACTS.nationalNft, nftType: 'national' };
    const bodies: Readonly<Record<string, object>> = {
      chooseNation: { nationId: 'italy' },
      refreshPlayerNation: {},
      updateResources: {},
      buyResources: { resourceType: 'wood', quantity: 10 },
      contributeResources: { resourceType: 'wood', quantity: 1 },
      stakeNft: { ...nft, quantity: 1 },
      unstakeNft: { stakeId: 'a-stake-of-nfts' },
      stakeDena: { amount: '5' },
      unstakeDena: { stakeId: 'a-stake-of-dena' },
    };
    // Of all POSTs, so that a new command is found here.
    const others = new Set(['signIn', 'verifyNft']);
    for (const { name, method, path } of CALLS) {
      if (method !== 'POST' || others.has(name)) continue;
      const body = bodies[name];
      if (!body) throw new Error(`${name} is a command without a body here`);
      const answer = await post(path, body);
      expect([name, answer.status, answer.text]).toEqual([name, HTTP_REFUSALS.paused, PAUSE]);
      expect(answer.headers).toMatchObject({ 'x-refusal-code': 'paused', 'retry-after': '30' });
    }
    // What was committed before keeps its answer.
    const again = await post('/api/dena/stake', { amount: 10 }, 'before-the-pause');
    expect([again.status, again.text]).toEqual([201, staked.text]);
    // Nor does the server stop what it does by itself: names, backing, reads, the nonces of sign-ins.
    for (const { chain } of place.servers) chain.setName(wallet, { name: 'marco.eth' });
    // Names are due again after a day, and a week ends.
    for (const { clock } of place.servers) await clock.advance(8 * 24 * HOUR_MS);
    for (const { url } of place.servers) await ask(url, `/api/players/${wallet}`);
    await expect.poll(async () => (await ask(last.url, '/api/leaderboard')).text, { timeout: 15_000 }).toContain('"marco.eth"'); // prettier-ignore
    for (const { chain } of place.servers) chain.give(wallet, { denaWei: 0n });
    await expect.poll(async () => (await ask(last.url, '/api/events')).text, { timeout: 15_000 }).toContain('stakes-unbacked'); // prettier-ignore
    await expect
      .poll(async () => (await ask(first.url, '/api/seasons')).text, { timeout: 60_000 })
      .toContain('"final"');
    expect((await ask(last.url, '/api/session/nonce')).status).toBe(200);
    expect((await ask(last.url, '/metrics')).text).toMatch(/^denaria_paused 1$/m);

    const late = await openSocket(first.url);
    await late.watch({ nations: 'all' });
    await late.until(({ name, body }) => name === 'status' && body.paused === PAUSE);
    await act('resume');
    give(wallet);
    expect((await post('/api/dena/stake', { amount: '5' })).status).toBe(201);
    for (const socket of [spectator, late]) {
      await socket.until(({ name, body }) => name === 'status' && body.paused === null);
      socket.close();
    }
  });

  it('a notice is on every process, until it is ended', async () => {
    const text = 'Rewards <b>double</b> on Friday & "Sunday" 🎉';
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await act('notice', text, '--until', until);
    for (const server of place.servers) {
      expect(await statusAt(server)).toEqual({ paused: null, notice: { text, until } });
    }
    await act('notice', '--end');
    for (const server of place.servers) expect((await statusAt(server)).notice).toBeNull();
  });

  it('a hidden name is gone at every process, in what is new and in what is past, and stays so', async () => {
    const wallet = walletOf(2);
    for (const { chain } of place.servers) chain.setName(wallet, { name: 'rude.eth' });
    await joins(wallet);
    const stake = async () => {
      const json = { walletAddress: wallet, amount: '1000' };
      const [{ url } = { url: '' }] = place.servers;
      expect((await ask(url, '/api/dena/stake', { json })).status).toBe(201);
    };
    const [first] = place.servers;
    if (!first) throw new Error('no server');
    await expect
      .poll(async () => (await ask(first.url, '/api/leaderboard')).text, { timeout: 15_000 })
      .toContain('"rude.eth"');
    const from = new Date(first.clock.now()).toISOString();
    await stake();
    const named = new Date(first.clock.now()).toISOString();
    await sleep(20);
    const paths = [
      '/api/leaderboard',
      `/api/leaderboard?at=${named}`,
      '/api/leaderboard.csv',
      `/api/leaderboard.ndjson?at=${named}`,
      '/api/leaderboard/find?q=rude',
      '/api/events',
      `/api/events?walletAddress=${wallet}`,
      `/api/replay?from=${from}&to=${named}`,
      `/api/players/${wallet}`,
      '/api/seasons',
      '/api/nations/standings',
      '/api/nations/italy',
      '/feeds/nation/italy.atom',
      `/feeds/player/${wallet}.atom`,
      `/calendar/${wallet}.ics`,
      '/embed/ranking',
    ];
    /** Where the name is shown at a process. */
    const shownAt = async ({ url }: Harness) => {
      const answers = await Promise.all(paths.map(async (path) => (await ask(url, path)).text));
      return paths.filter((_, n) => answers[n]?.includes('rude.eth'));
    };
    const before = await shownAt(first);
    expect(before).toEqual(expect.arrayContaining(paths.slice(0, 8)));
    const tag = (await ask(first.url, '/embed/ranking')).headers['etag'];
    await act('hide-name', wallet.toLowerCase());
    for (const server of place.servers) {
      await expect.poll(() => shownAt(server), SOON).toEqual([]);
    }
    const since = await ask(first.url, '/embed/ranking', {
      headers: { 'If-None-Match': String(tag) },
    });
    expect(since.status).toBe(200);
    // By two commits of its own: to that name, and to none. It is never looked up again.
    const checked = async () => {
      const answer = await ask(first.url, `/api/events?walletAddress=${wallet}&kinds=name-checked`);
      return answer.json(eventsCall.answers[200]).length;
    };
    expect(await checked()).toBe(2);
    await first.clock.advance(25 * HOUR_MS);
    await stake();
    await sleep(2500);
    for (const server of place.servers) expect(await shownAt(server)).toEqual([]);
    expect(await checked()).toBe(2);
  });

  it('a wallet is printed with its receipt, its commits, its refusals by day and code, and the acts that name it', async () => {
    const wallet = walletOf(3);
    await joins(wallet);
    const post = (amount: string) => {
      const { url } = place.servers.at(-1) ?? { url: '' };
      return ask(url, '/api/dena/stake', { json: { walletAddress: wallet, amount } });
    };
    expect((await post('50')).status).toBe(201);
    for (let n = 0; n < 3; n += 1) expect((await post('2000000')).status).toBe(400);
    await act('hide-name', wallet);
    const printed = async () => (await operate(place.env, 'wallet', wallet.toLowerCase())).out;
    const today = new Date().toISOString().slice(0, 10);
    await expect
      .poll(printed, { timeout: 20_000, interval: 1000 })
      .toContain(`${today} insufficient-dena  3\n`);
    const out = await printed();
    expect(out).toContain('plays for Italy');
    expect(out).toMatch(/total +\$18,005/);
    expect(out).toMatch(/2 {2}20\S+ {2}dena-staked {2}\$18,000 → \$18,005 .*"amount":"50"/);
    expect(out).toMatch(/hide-name 0x0{39}3 +a test/);
    expect(await operate(place.env, 'wallet', walletOf(999))).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining('has not chosen a nation') as unknown,
    });
    expect(await operate(place.env, 'wallet', '0x1')).toMatchObject({ code: 1, out: '' });
  });

  it('sessions of a wallet end, then all, and every process refuses them within 2 s', async () => {
    const { servers } = place;
    const [first] = servers;
    const last = servers.at(-1);
    if (!first || !last) throw new Error('there is no server');
    const [one, other] = [first.stranger(), first.stranger()];
    const [mine, theirs] = [await signIn(first.url, one), await signIn(last.url, other)];
    const states = (Cookie: string) =>
      Promise.all(
        servers.map(
          async ({ url }) =>
            (await ask(url, sessionCall.path, { headers: { Cookie } })).status === 200,
        ),
      );
    const everywhere = (isValid: boolean) => servers.map(() => isValid);
    // All have them in their caches.
    expect([await states(mine), await states(theirs)]).toEqual([
      everywhere(true),
      everywhere(true),
    ]);

    const printed = async () => (await operate(place.env, 'wallet', one.wallet)).out;
    expect(await printed()).toMatch(
      /Sign-ins .*:\n {2}\S+Z {2}account {2}127\.0\.0\.0\/24 {2}Unknown device {2}last used \S+Z\n/,
    );
    const ended = await act('end-sessions', one.wallet);
    expect(ended.out).toMatch(new RegExp(`^Act \\d+: end-sessions ${one.wallet}\\n`));
    expect([await states(mine), await states(theirs)]).toEqual([
      everywhere(false),
      everywhere(true),
    ]);
    await expect.poll(() => first.store.sessions(one.wallet)).toEqual([]);
    expect(await printed()).toMatch(/Sign-ins .*:\n {2}none\n/);

    await inParallel(20, 2500, (n) => first.store.beginSession(sessionOf(walletOf(n + 1)), 50));
    expect((await act('end-sessions', '--all')).out).toMatch(/^Act \d+: end-sessions --all\n/);
    expect(await states(theirs)).toEqual(everywhere(false));
    for (const n of [1, 1250, 2500]) {
      await expect.poll(() => first.store.sessions(walletOf(n)), { timeout: 10_000 }).toEqual([]);
    }

    // A later sign-in is valid.
    await sleep(APPLIED_MS);
    expect(await states(await signIn(first.url, one))).toEqual(everywhere(true));
    expect((await operate(place.env, 'log')).out).toMatch(/end-sessions --all +a test/);
  });

  it('two operators at once are both recorded, under two numbers, and the log shows all', async () => {
    const both = await Promise.all([
      operate(place.env, 'notice', 'One notice.', '--by', 'ada', '--why', 'first'),
      operate(place.env, 'notice', 'Another one.', '--by', 'bob', '--why', 'second'),
    ]);
    const numbers = both.map(({ out }) => Number(/^Act (\d+)/.exec(out)?.[1]));
    expect(Math.abs((numbers[0] ?? 0) - (numbers[1] ?? 0))).toBe(1);
    const log = await operate(place.env, 'log');
    expect(log).toMatchObject({ code: 0, error: '' });
    const lines = log.out.trim().split('\n');
    expect(lines[0]).toMatch(/^Act +At +By +What +Why$/);
    expect(lines).toHaveLength(1 + Math.max(...numbers));
    expect(log.out).toMatch(/ ada +notice One notice\. +first$/m);
    expect(log.out).toMatch(/ bob +notice Another one\. +second$/m);
    expect(lines.at(-1)).toMatch(new RegExp(`^1 .* pause ${PAUSE} +a test$`));
    const json = await operate(place.env, 'log', '--json');
    const rows = json.out.trim().split('\n').map((line): unknown => JSON.parse(line)); // prettier-ignore
    expect(rows[0]).toMatchObject({ number: Math.max(...numbers), act: { kind: 'notice' } });
    await act('notice', '--end');
  });
});

describe('a game on files', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await newDataFolder();
  });
  afterEach(() => removeDataFolder(dataDir));
  const on = (...args: string[]) => operate({ DATA_DIR: dataDir }, ...args);
  const database = () => new Database(join(dataDir, DATABASE_FILE));

  test('that isn’t there is not created, and one that nobody runs applies the act at its start', async () => {
    for (const args of [['pause', PAUSE, ...WHY], ['log']]) {
      const { code, error } = await on(...args);
      expect([code, error]).toEqual([
        1,
        `${dataDir} holds no game. Name the DATA_DIR of the server.\n`,
      ]);
    }
    expect(await readdir(dataDir)).toEqual([]);
    await (await openEmbeddedStore({ dataDir })).close();
    expect((await on('log')).out).toMatch(/^No acts in /);
    expect((await on('pause', PAUSE, ...WHY)).out).toContain(
      'No process runs: the next one applies it.',
    );
    const store = await openEmbeddedStore({ dataDir });
    const server = await Harness.start({ store, env: ENV });
    expect((await statusAt(server)).paused).toBe(PAUSE);
    await server.close();
    await store.close();
  });

  test('beside a process that applies none says so, and commits go on', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const [before] = await commitAll(store, story(walletOf(1)).slice(0, 1));
    const { code, out } = await on('pause', PAUSE, ...WHY);
    expect([code, out]).toEqual([2, expect.stringContaining('Applied by 0 of 1 process.')]);
    expect(out).toContain('has lost the store');
    expect(before).toBeDefined();
    await store.commit(joining(walletOf(2)), 0, null);
    await store.close();
  });

  test('isn’t acted on by what can’t be read as an act: it is refused in words, and nothing is recorded', async () => {
    await (await openEmbeddedStore({ dataDir })).close();
    const refusals: readonly (readonly [RegExp, ...string[]])[] = [
      [/Say why/, 'resume'],
      [/more than 280/, 'notice', 'x'.repeat(10_000), ...WHY],
      [/control or invisible/, 'pause', 'a\u202eb', ...WHY],
      [/--until is over/, 'notice', 'Soon.', '--until', '2020-01-01T00:00:00Z', ...WHY],
      [/not a wallet address/, 'hide-name', 'marco.eth', ...WHY],
      [/control or invisible/, 'resume', '--why', 'a\u001b[2Jb'],
      [/control or invisible/, 'resume', '--why', 'done', '--by', 'ada\nbob'],
      [/fails its checksum/, 'hide-name', `${walletOf(0).slice(0, -6)}ABCDEf`, ...WHY],
      [/npm run operate/, 'explode', ...WHY],
      // Nothing that is said is ignored: a pause has no end, and a notice that ends no words.
      [/npm run operate/, 'pause', PAUSE, '--until', '2099-01-01T00:00:00Z', ...WHY],
      [/npm run operate/, 'resume', PAUSE, ...WHY],
      [/npm run operate/, 'notice', 'Over.', '--end', ...WHY],
      [/npm run operate/, 'hide-name', '--all', ...WHY],
      [/npm run operate/, 'end-sessions', walletOf(1), '--all', ...WHY],
      [/npm run operate/, 'log', walletOf(1)],
      [/npm run operate/, 'wallet', walletOf(1), walletOf(2)],
    ];
    await Promise.all(
      refusals.map(async ([words, ...args]) => {
        const { code, out, error } = await on(...args);
        expect([args[0], code, out]).toEqual([args[0], 1, '']);
        expect(error).toMatch(words);
        expect(error).not.toMatch(/\n {4}at /);
      }),
    );
    expect((await on('log')).out).toMatch(/^No acts in /);
  });

  test('is acted on by a user without a name only if they say who they are', async (context) => {
    await (await openEmbeddedStore({ dataDir })).close();
    const other = await asOther(NAMELESS);
    if (other.why !== null) return context.skip(other.why);
    onTestFinished(() => other.remove());
    const { code, error } = await other.run('operate', { DATA_DIR: dataDir }, ['resume', ...WHY]);
    expect([code, error]).toEqual([1, expect.stringMatching(/Say who you are: --by/)]);
    expect(error).not.toMatch(/\n {4}at /);
  });

  test('that another program holds is answered in words, and goes on once it is free', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const shell = database();
    shell.exec('BEGIN IMMEDIATE');
    const { code, error } = await on('pause', PAUSE, ...WHY);
    expect([code, error]).toEqual([1, expect.stringContaining('is locked by another program')]);
    expect(error).not.toMatch(/\n {4}at /);
    shell.exec('ROLLBACK');
    shell.close();
    expect((await on('pause', PAUSE, ...WHY)).out).toMatch(/^Act 1: /);
    await store.close();
  });

  test('under load loses no write to 4 operators, and they none to it', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const ending = new AbortController();
    let commits = 0;
    const lanes = Array.from({ length: 16 }, async () => {
      while (!ending.signal.aborted) {
        commits += 1;
        await store.commit(joining(walletOf(commits)), 0, null);
      }
    });
    const seen: number[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const { error } = await on('notice', `Notice ${n}.`, ...WHY);
      expect(error).toBe('');
      seen.push((await store.acts(0)).length);
    }
    ending.abort();
    // None of them failed.
    await Promise.all(lanes);
    expect(seen).toEqual(Array.from({ length: 4 }, (_, n) => n + 1));
    expect(commits).toBeGreaterThan(1000);
    await store.close();
    const kept = database();
    expect(kept.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(kept.prepare('SELECT count(*) FROM events').pluck().all()).toEqual([commits]);
    kept.close();
  });

  test('that this user may not write is answered in words', async (context) => {
    await (await openEmbeddedStore({ dataDir })).close();
    let run = runProgram;
    // Whom file modes bind.
    if (process.getuid?.() === 0) {
      const other = await asOther(NOBODY);
      if (other.why !== null) return context.skip(other.why);
      onTestFinished(() => other.remove());
      ({ run } = other);
    }
    await chmod(join(dataDir, DATABASE_FILE), 0o444);
    await chmod(dataDir, 0o555);
    const env = { DATA_DIR: dataDir };
    const { code, out, error } = await run('operate', env, ['pause', PAUSE, ...WHY]);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/can't be written: .* Run this as the user of the server/);
    expect((await run('operate', env, ['log'])).out).toMatch(/^No acts in /);
    await chmod(dataDir, 0o755);
  });
});

describe.skipIf(!mongo)('a game on MongoDB', () => {
  test('that isn’t there is not created', async () => {
    if (!mongo) return;
    const { uri, drop } = mongo.database();
    for (const args of [['pause', PAUSE, ...WHY], ['log']]) {
      const { code, error } = await operate({ MONGODB_URI: uri }, ...args);
      expect([code, error]).toEqual([1, expect.stringMatching(/holds no game/)]);
    }
    const client = new MongoClient(uri);
    expect(await client.db().listCollections().toArray()).toEqual([]);
    await client.close();
    await drop();
  });

  test('has processes counted that follow the game and say nothing, with viewers or without', async () => {
    if (!mongo) return;
    const { uri, drop } = mongo.database();
    const store = await openMongoStore({ uri });
    const server = await Harness.start({ store, env: ENV });
    const pausedBy = async (words: string) => {
      const { code, out } = await operate({ MONGODB_URI: uri }, 'pause', PAUSE, ...WHY);
      expect([code, out]).toEqual([2, expect.stringContaining(`Applied by 1 of ${words}`)]);
      expect(out).toContain('has lost the store');
    };
    // It follows the commits, and publishes nothing.
    const silent = await openMongoStore({ uri });
    const feed = silent.watch((await silent.loadPlayers()).rev, {
      onEvent: () => undefined,
      onLost: () => undefined,
    });
    await pausedBy('2 processes.');
    // What one with viewers publishes.
    await silent.exchange('watching', 'a silent one', '{}', 60_000);
    await pausedBy('2 processes.');
    await feed.close();
    await silent.close();
    await pausedBy('2 processes.');
    await server.close();
    await store.close();
    await drop();
  });
});
