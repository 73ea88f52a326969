/**
 * [PRO40] Operators' acts, by another process, on a running game: one on files, and two servers on
 * one MongoDB.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '../../common/protocol/calls.ts';
import { configCall } from '../../common/protocol/config.ts';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { eventsCall } from '../../common/protocol/events.ts';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { rulesCall } from '../../common/protocol/rules.ts';
import { sessionCall } from '../../common/protocol/session.ts';
import { statusCall } from '../../common/protocol/status.ts';
import { DAY_MS, dena, HOUR_MS, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { walletLines } from '../operate/wallet-report.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { openEmbeddedWallets } from '../store/embedded/embedded-stream.ts';
import { actsIn } from '../store/kept/acts.ts';
import { publishNotice } from '../store/kept/notices.ts';
import { beginSession, sessionsOf } from '../store/kept/sessions.ts';
import { openMongoActs } from '../store/mongo/mongo-acts.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { ONLY_THE_PLAYER, VersionConflict, type Store } from '../store/store.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';
import { commitAll, joining, sessionOf, story } from '../store/testing/fixtures.ts';
import { firstWeekOpened, pausedBy, weekEndedBefore } from '../store/kept/era.ts';
import { inDirectory } from '../store/locations.ts';
import { actIn, using } from '../store/testing/locations.ts';
import { allCommits, inParallel } from '../store/testing/observe.ts';
import { inPlaces } from '../store/testing/places.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { Harness, TEST_CONTRACTS } from './support/harness.ts';
import { ask } from './support/http-client.ts';
import { operate, type Operated } from './support/operate.ts';
import { serversOnMongo } from './support/servers-on-mongo.ts';
import { signIn } from './support/sign-in.ts';

const mongo = await testMongo();
const ENV = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};
const WHY = ['--why', 'a test'] as const;
const PAUSE = 'We move to another machine. Back at noon.';

const statusAt = async ({ url }: Harness) =>
  (await ask(url, statusCall.path)).json(statusCall.answers[200]);

/** A player of Italy with DENA and NFTs at every process. */
async function joins(servers: readonly [Harness, ...Harness[]], wallet: Address): Promise<void> {
  for (const { chain } of servers) {
    chain.give(wallet, { denaWei: dena(1_000_000), national: { italy: 9 } });
  }
  const json = { walletAddress: wallet, nationId: 'italy' };
  expect((await ask(servers[0].url, '/api/player-nation', { json })).status).toBe(201);
}

const stakes = ({ url }: Harness, wallet: Address, amount: string) =>
  ask(url, '/api/dena/stake', { json: { walletAddress: wallet, amount } });

/** Of several addresses, where an answer has this text. */
async function placesWith(text: string, { url }: Harness, paths: readonly string[]) {
  const answers = await Promise.all(paths.map(async (path) => (await ask(url, path)).text));
  return paths.filter((_, n) => answers[n]?.includes(text));
}

describe('beside a process on its files', () => {
  let dataDir: string;
  let store: Store;
  let server: Harness;
  beforeAll(async () => {
    dataDir = await newDataFolder();
    store = await openEmbeddedStore({ dataDir });
    server = await Harness.start({ store, env: ENV });
  });
  afterAll(async () => {
    await server.close();
    await store.close();
    await removeDataFolder(dataDir);
  });

  const run = (...args: string[]): Promise<Operated> => operate({ DATA_DIR: dataDir }, ...args);
  const act = async (...args: string[]): Promise<string> => {
    const done = await run(...args, ...WHY);
    expect(done).toMatchObject({ code: 0, error: '' });
    expect(done.out).toContain('Applied by 1 of 1 process.');
    return done.out;
  };

  test('a pause refuses every command with its sentence, and everything else goes on', async () => {
    const wallet = walletOf(1);
    await joins([server], wallet);
    const post = (path: string, body: object, key?: string) =>
      server.ask(path, {
        json: { walletAddress: wallet, ...body },
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      });
    const staked = await post('/api/dena/stake', { amount: 10 }, 'before-the-pause');
    expect(staked.status).toBe(201);
    const spectator = await server.socket();
    await spectator.watch({ nations: ['italy'] });
    await act('pause', PAUSE);
    // What operate said holds: no process commits any more.
    expect((await statusAt(server)).paused).toBe(PAUSE);
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
    // Nor does the server stop what it does by itself: names, backing, reads, the nonces of
    // sign-ins.
    server.chain.setName(wallet, { name: 'marco.eth' });
    // Names are due again after a day, and a week ends.
    await server.clock.advance(8 * 24 * HOUR_MS);
    await server.ask(`/api/players/${wallet}`);
    const textAt = async (path: string) => (await server.ask(path)).text;
    await expect.poll(() => textAt('/api/leaderboard')).toContain('"marco.eth"');
    server.chain.give(wallet, { denaWei: 0n });
    await expect.poll(() => textAt('/api/events')).toContain('stakes-unbacked');
    await expect.poll(() => textAt('/api/seasons')).toContain('"final"');
    expect((await server.ask('/api/session/nonce')).status).toBe(200);
    expect(await textAt('/metrics')).toMatch(/^denaria_paused 1$/m);

    const late = await server.socket();
    await late.watch({ nations: 'all' });
    await late.until(({ name, body }) => name === 'status' && body.paused === PAUSE);
    await act('resume');
    server.chain.give(wallet, { denaWei: dena(1000) });
    expect((await post('/api/dena/stake', { amount: '5' })).status).toBe(201);
    for (const socket of [spectator, late]) {
      await socket.until(({ name, body }) => name === 'status' && body.paused === null);
      socket.close();
    }
  });

  test('a notice is shown until it is ended', async () => {
    const text = 'Rewards <b>double</b> on Friday & "Sunday" 🎉';
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    await act('notice', text, '--until', until);
    expect(await statusAt(server)).toMatchObject({ paused: null, notice: { text, until } });
    await act('notice', '--end');
    expect((await statusAt(server)).notice).toBeNull();
  });

  test('[RUL1, RUL2] rules are changed once that is confirmed, and everybody sees them', async () => {
    const wallet = walletOf(6);
    await joins([server], wallet);
    const config = async () => (await server.ask(configCall.path)).json(configCall.answers[200]);
    const before = await config();
    const set = ['rules', 'set', 'tradePrices.oil=60', 'lockMs=5d'] as const;
    const asked = await run(...set, ...WHY);
    expect([asked.code, asked.error]).toEqual([1, '']);
    expect(asked.out).toMatch(/Oil costs 60 DENA \(50 DENA before\)[^]*Add --yes to do it\./);
    const out = await act(...set, '--yes');
    expect(out).toMatch(/In force since \d/);

    const after = await config();
    expect(after.rules.tradePrices).toEqual({ ...before.rules.tradePrices, oil: 60 });
    expect(after.rulesHash).not.toBe(before.rulesHash);
    const status = await server.ask(statusCall.path);
    expect(status.headers).toMatchObject({ 'denaria-rules': after.rulesHash });
    const listed = (await server.ask(rulesCall.path)).json(rulesCall.answers[200]);
    expect(listed).toMatchObject([
      { hash: before.rulesHash, rules: before.rules, n: null, isAnnounced: false },
      { hash: after.rulesHash, rules: after.rules, isAnnounced: false },
    ]);
    const changed = [
      { rule: 'tradePrices.oil', from: 50, to: 60 },
      { rule: 'lockMs', from: 7 * DAY_MS, to: 5 * DAY_MS },
    ];
    const events = async (query: string) =>
      (await server.ask(`/api/events?${query}`)).json(eventsCall.answers[200]);
    for (const query of ['limit=1', 'kinds=rules-changed', 'kinds=rules-changed,traded']) {
      expect(await events(query)).toMatchObject([{ kind: 'rules-changed', detail: { changed } }]);
    }
    expect(await events(`walletAddress=${wallet}&kinds=rules-changed`)).toEqual([]);
    expect((await server.ask('/feeds/nation/italy.atom')).text).toContain('Oil costs 60 DENA');

    const buys = (cost: number) => {
      const order = { resourceType: 'oil', quantity: 10, cost: String(cost) };
      return server.ask('/api/trade', { json: { walletAddress: wallet, ...order } });
    };
    const old = await buys(500);
    expect([old.status, old.headers['x-refusal-code']]).toEqual([409, 'price-changed']);
    expect((await buys(600)).status).toBe(200);
    const { stakedAt, unstakeableAt } = (await stakes(server, wallet, '10')).json(
      stakeDenaCall.answers[201],
    );
    expect(Date.parse(unstakeableAt) - Date.parse(stakedAt)).toBe(5 * DAY_MS);
    await act('rules', 'set', 'tradePrices.oil=50', 'lockMs=7d', '--yes');
    expect((await config()).rulesHash).toBe(before.rulesHash);
  });

  test('a hidden name is gone in what is new and in what is past, and stays so', async () => {
    const [wallet, other] = [walletOf(2), walletOf(4)];
    server.chain.setName(wallet, { name: 'rude.eth' });
    server.chain.setName(other, { name: 'polite.eth' });
    for (const one of [wallet, other]) await joins([server], one);
    const list = async () => (await server.ask('/api/leaderboard')).text;
    for (const name of ['"rude.eth"', '"polite.eth"']) await expect.poll(list).toContain(name);
    const from = new Date(server.clock.now()).toISOString();
    expect((await stakes(server, wallet, '1000')).status).toBe(201);
    const named = new Date(server.clock.now()).toISOString();
    await server.clock.advance(20);
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
    const shown = () => placesWith('rude.eth', server, paths);
    expect(await shown()).toEqual(expect.arrayContaining(paths.slice(0, 8)));
    const tag = (await server.ask('/embed/ranking')).headers['etag'];
    await act('hide-name', wallet.toLowerCase());
    await expect.poll(shown).toEqual([]);
    const headers = { 'If-None-Match': String(tag) };
    expect((await server.ask('/embed/ranking', { headers })).status).toBe(200);
    // By two commits of its own: to that name, and to none. It is never looked up again.
    const checked = async () => {
      const answer = await server.ask(`/api/events?walletAddress=${wallet}&kinds=name-checked`);
      return answer.json(eventsCall.answers[200]).length;
    };
    expect(await checked()).toBe(2);
    await server.clock.advance(25 * HOUR_MS);
    server.chain.setName(other, { name: 'politer.eth' });
    for (const one of [wallet, other]) {
      expect((await stakes(server, one, '1000')).status).toBe(201);
    }
    await expect.poll(list).toContain('"politer.eth"');
    expect(await shown()).toEqual([]);
    expect(await checked()).toBe(2);
  });

  test('a wallet is printed with its receipt, sign-ins, commits, refusals by day and code, and the acts that name it; then its sessions end, then all', async () => {
    const player = server.stranger();
    const { wallet } = player;
    await joins([server], wallet);
    expect((await stakes(server, wallet, '50')).status).toBe(201);
    for (let n = 0; n < 3; n += 1) {
      expect((await stakes(server, wallet, '2000000')).status).toBe(400);
    }
    const theirs = await signIn(server.url, server.stranger());
    const mine = await signIn(server.url, player);
    const isSignedIn = async (Cookie: string) =>
      (await server.ask(sessionCall.path, { headers: { Cookie } })).status === 200;
    expect([await isSignedIn(mine), await isSignedIn(theirs)]).toEqual([true, true]);
    const source = openEmbeddedWallets(dataDir);
    const lines = async (of = wallet) => (await walletLines(source, of)).join('\n');
    const today = new Date().toISOString().slice(0, 10);
    await expect.poll(lines).toContain(`${today} insufficient-dena  3\n`);
    expect(await lines(walletOf(999))).toContain('has not chosen a nation');

    const { out } = await run('wallet', wallet.toLowerCase());
    expect(out).toContain('plays for Italy');
    expect(out).toMatch(/total +\$18,005/);
    expect(out).toMatch(/2 {2}20\S+ {2}dena-staked {2}\$18,000 → \$18,005 .*"amount":"50"/);
    expect(out).toMatch(
      /Sign-ins .*:\n {2}\S+Z {2}account {2}127\.0\.0\.0\/24 {2}Unknown device {2}last used \S+Z\n/,
    );
    const json = await run('wallet', wallet, '--json');
    const data: unknown = JSON.parse(json.out);
    expect(data).toMatchObject({
      wallet,
      player: { nationId: 'italy', version: 2 },
      stakes: [{ stake: { kind: 'dena' } }],
      commits: [{ commit: { kind: 'nation-chosen' } }, { commit: { kind: 'dena-staked' } }],
      commands: [{ answer: {} }, { answer: {} }],
      sessions: [{ network: '127.0.0.0/24', device: 'Unknown device' }],
      refusals: [{ what: `${today} insufficient-dena`, count: 3 }],
      acts: [],
    });
    expect(await act('end-sessions', wallet)).toMatch(
      new RegExp(`^Act \\d+: end-sessions ${wallet}\\n`),
    );
    expect([await isSignedIn(mine), await isSignedIn(theirs)]).toEqual([false, true]);
    await expect.poll(() => sessionsOf(store.rows('session'), wallet)).toEqual([]);
    expect(await lines()).toMatch(/Sign-ins .*:\n {2}none\n/);
    expect(await lines()).toMatch(new RegExp(`end-sessions ${wallet} +a test`));
    await source.close();

    await inParallel(20, 2500, (n) => beginSession(store, sessionOf(walletOf(n + 1)), 50));
    expect(await act('end-sessions', '--all')).toMatch(/^Act \d+: end-sessions --all\n/);
    expect(await isSignedIn(theirs)).toBe(false);
    for (const n of [1, 1250, 2500]) {
      await expect.poll(() => sessionsOf(store.rows('session'), walletOf(n))).toEqual([]);
    }
    // A later sign-in is valid, as soon as two clocks can't differ about which came first.
    const signsIn = async () => isSignedIn(await signIn(server.url, player));
    await expect.poll(signsIn, { interval: 500 }).toBe(true);
  });

  test('the log shows all that was done, by whom and why, the newest first', async () => {
    await run('notice', 'One notice.', '--by', 'ada', '--why', 'first');
    const log = await run('log');
    expect(log).toMatchObject({ code: 0, error: '' });
    const lines = log.out.trim().split('\n');
    expect(lines[0]).toMatch(/^Act +At +By +What +Why$/);
    expect(lines[1]).toMatch(/^\d+ .* ada +notice One notice\. +first$/);
    expect(log.out).toMatch(/end-sessions --all +a test/);
    expect(lines.at(-1)).toMatch(new RegExp(`^1 .* pause ${PAUSE} +a test$`));
    const [newest = ''] = (await run('log', '--json')).out.split('\n');
    expect(JSON.parse(newest)).toMatchObject({ number: lines.length - 1, act: { kind: 'notice' } });
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
    const { code, error } = await on('pause', PAUSE, ...WHY);
    const message = `${dataDir} holds no game. Name the DATA_DIR of the server.\n`;
    expect([code, error]).toEqual([1, message]);
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

  test('beside a process that applies none says so, and nothing that it decided before is committed', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const [before] = await commitAll(store, story(walletOf(1)).slice(0, 1));
    const { era } = await store.load(walletOf(2), ONLY_THE_PLAYER);
    const { code, out } = await on('pause', PAUSE, ...WHY);
    expect([code, out]).toEqual([2, expect.stringContaining('Applied by 0 of 1 process.')]);
    expect(out).toContain('has lost the store');
    expect(before).toBeDefined();
    const late = store.commit(joining(walletOf(2)), 0, null, era.number);
    await expect(late).rejects.toThrow(VersionConflict);
    // What holds under any.
    await store.commit(joining(walletOf(2)), 0, null);
    await store.close();
  });

  test('isn’t acted on by what can’t be read as an act: it is refused with a reason, and nothing is recorded', async () => {
    await (await openEmbeddedStore({ dataDir })).close();
    const refusals: readonly (readonly [RegExp, ...string[]])[] = [
      [/Say why/, 'resume'],
      [/not a wallet address/, 'hide-name', 'marco.eth', ...WHY],
      [/^npm run operate -- [^]* DATA_DIR, or in MONGODB_URI/, 'explode', ...WHY],
      // Nothing that is said is ignored: a pause has no end, and a notice that ends no text.
      [/npm run operate/, 'pause', PAUSE, '--until', '2099-01-01T00:00:00Z', ...WHY],
      [/npm run operate/, 'end-sessions', walletOf(1), '--all', ...WHY],
    ];
    await Promise.all(
      refusals.map(async ([reason, ...args]) => {
        const { code, out, error } = await on(...args);
        expect([args[0], code, out]).toEqual([args[0], 1, '']);
        expect(error).toMatch(reason);
        expect(error).not.toMatch(/\n {4}at /);
      }),
    );
    const source = openEmbeddedWallets(dataDir);
    expect(await actsIn(source.rows('act'), 0)).toEqual([]);
    await source.close();
  });

  test('that another program holds is answered with a reason, and runs once it is free', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const shell = database();
    shell.exec('BEGIN IMMEDIATE');
    const { code, error } = await on('pause', PAUSE, ...WHY);
    expect([code, error]).toEqual([1, expect.stringContaining('is locked by another program')]);
    expect(error).not.toMatch(/\n {4}at /);
    shell.exec('ROLLBACK');
    shell.close();
    expect(await actIn(inDirectory(dataDir), '{}')).toBe(1);
    await store.close();
  });

  test('under load loses no write to two operators, and they none to it', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const ending = new AbortController();
    let commits = 0;
    const lanes = Array.from({ length: 16 }, async () => {
      while (!ending.signal.aborted) {
        commits += 1;
        await store.commit(joining(walletOf(commits)), 0, null);
      }
    });
    for (let n = 1; n <= 2; n += 1) {
      const before = commits;
      const { error } = await on('notice', `Notice ${n}.`, ...WHY);
      expect(error).toBe('');
      expect(await actsIn(store.rows('act'), 0)).toHaveLength(n);
      expect(commits).toBeGreaterThan(before + lanes.length);
    }
    ending.abort();
    // None of them failed.
    await Promise.all(lanes);
    await store.close();
    const stored = database();
    expect(stored.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(stored.prepare('SELECT count(*) FROM events').pluck().all()).toEqual([commits]);
    stored.close();
  });
});

test.each(mongo ? (['directory', 'database'] as const) : (['directory'] as const))(
  '[SEA1, PRO40] in a %s, a pause and the ends of weeks at the same time lose nothing of each other',
  async (kind) => {
    await inPlaces(async (newPlace) => {
      const place = newPlace(kind);
      await using(place, async (store) => {
        await store.changeEra(firstWeekOpened(1));
        const acts = await place.acts();
        const ends = [2, 4, 6].map((week) => store.changeEra(weekEndedBefore(week)));
        const pauses = [1, 2, 3].map((n) => acts.changeEra(pausedBy(n, n === 2 ? null : PAUSE)));
        await Promise.all([...ends, ...pauses]);
        await acts.changeEra(pausedBy(2, null));
        await acts.close();
        await store.changeEra(weekEndedBefore(7));
        const { value } = await store.era();
        expect(value).toEqual({ weeks: { first: 1, open: 7 }, act: 3, paused: PAUSE });
        const weeks = (await allCommits(store)).map((one) => 'week' in one && one.week);
        expect(weeks).toEqual([1, 2, 3, 4, 5, 6]);
      });
    });
  },
);

describe.skipIf(!mongo)('a game on MongoDB', () => {
  test('has two processes that apply a hidden name and a pause before operate says so', async () => {
    if (!mongo) return;
    const game = await serversOnMongo(mongo, ENV);
    const { servers, stores } = game;
    const wallet = walletOf(1);
    for (const { chain } of servers) chain.setName(wallet, { name: 'rude.eth' });
    await joins(servers, wallet);
    const paths = ['/api/leaderboard', '/api/events', `/api/players/${wallet}`, '/embed/ranking'];
    const shownAt = (server: Harness) => placesWith('rude.eth', server, paths);
    for (const server of servers) {
      await expect.poll(() => shownAt(server)).toEqual(expect.arrayContaining(paths.slice(0, 3)));
    }
    const act = async (...args: string[]) => {
      const done = await operate({ MONGODB_URI: game.uri }, ...args, ...WHY);
      expect(done).toMatchObject({ code: 0, error: '' });
      expect(done.out).toContain('Applied by 2 of 2 processes.');
    };
    await act('hide-name', wallet);
    for (const server of servers) await expect.poll(() => shownAt(server)).toEqual([]);
    const { era } = await stores[1].load(walletOf(2), ONLY_THE_PLAYER);
    const ending = new AbortController();
    const answers: number[] = [];
    const playing = servers.map(async (server, n) => {
      const player = walletOf(3 + n);
      // Whichever process follows the chain knows what they hold.
      await joins([server, ...servers], player);
      while (!ending.signal.aborted) answers.push((await stakes(server, player, '1')).status);
    });
    await expect.poll(() => answers).toContain(201);
    await act('pause', PAUSE);
    // What it said holds from that moment on.
    const newest = () => stores[0].events({ limit: 1, order: 'newest-first' });
    const last = await newest();
    await expect.poll(() => answers.at(-1)).toBe(HTTP_REFUSALS.paused);
    ending.abort();
    await Promise.all(playing);
    expect(await newest()).toEqual(last);
    expect(new Set(answers)).toEqual(new Set([201, HTTP_REFUSALS.paused]));
    const late = stores[1].commit(joining(walletOf(2)), 0, null, era.number);
    await expect(late).rejects.toThrow(VersionConflict);
    for (const server of servers) {
      expect((await statusAt(server)).paused).toBe(PAUSE);
      const { status, text } = await stakes(server, wallet, '5');
      expect([status, text]).toEqual([HTTP_REFUSALS.paused, PAUSE]);
    }
    await game.close();
  });

  test('[RUL2] has announced rules begin at their moment, at every process', async () => {
    if (!mongo) return;
    const game = await serversOnMongo(mongo, ENV);
    const { servers, uri } = game;
    const wallet = walletOf(1);
    await joins(servers, wallet);
    const at = (path: string) => Promise.all(servers.map(({ url }) => ask(url, path)));
    const from = new Date(Date.now() + 8000).toISOString();
    const set = ['rules', 'set', 'denaPerDollar=25', '--from', from, '--yes'];
    const { out } = await operate({ MONGODB_URI: uri }, ...set, ...WHY);
    expect(out).toContain(`Announced for ${from}`);
    const notices = async () => (await at(statusCall.path)).map(({ text }) => text);
    const announced = expect.stringContaining('A dollar of GDP will take 25 DENA');
    await expect.poll(notices).toEqual([announced, announced]);
    expect((await stakes(servers[1], wallet, '100')).text).toContain('"gdpBonus":10');
    const hashes = async () =>
      (await at('/api/nations')).map((one) => one.headers['denaria-rules']);
    const [before] = await hashes();
    await expect
      .poll(async () => (await hashes()).includes(before), { timeout: 15_000 })
      .toBe(false);
    for (const server of servers) {
      expect((await stakes(server, wallet, '100')).text).toContain('"gdpBonus":4');
    }
    const [listed, others] = await at(rulesCall.path);
    expect(listed?.text).toBe(others?.text);
    const [, rules] = listed?.json(rulesCall.answers[200]) ?? [];
    expect(Date.parse(rules?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(from));
    await game.close();
  });

  test('has processes counted that follow the game and say nothing, with viewers or without', async () => {
    if (!mongo) return;
    const { uri, drop } = mongo.database();
    const store = await openMongoStore({ uri });
    const server = await Harness.start({ store, env: ENV });
    const acts = await openMongoActs(uri);
    const number = await acts.append('{}');
    const silentOnes = async () => {
      const { applied, others } = await acts.appliers();
      return [applied, others];
    };
    await expect.poll(silentOnes).toEqual([[number], 0]);
    // It follows the commits, and publishes nothing.
    const silent = await openMongoStore({ uri });
    const feed = silent.watch((await silent.loadPlayers()).rev, {
      onEvent: () => undefined,
      onLost: () => undefined,
    });
    await expect.poll(silentOnes).toEqual([[number], 1]);
    // What one with viewers publishes.
    await publishNotice(silent, 'watching', { holder: 'a silent one', text: '{}', ttlMs: 60_000 });
    expect(await silentOnes()).toEqual([[number], 1]);
    await feed.close();
    await silent.close();
    await acts.close();
    await server.close();
    await store.close();
    await drop();
  });
});
