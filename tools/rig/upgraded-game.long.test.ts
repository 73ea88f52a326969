/**
 * A game of a released version goes on in the newest one, under the commands of twelve players: an
 * operator stops the old server, upgrades what it stored, and starts the new one. DENARIA_RELEASED
 * names a checkout of the release, built.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { statusCall } from '../../common/protocol/status.ts';
import { DAY_MS } from '../../common/testing/fixtures.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { ask, OTHER_VERSIONS } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad, type Load } from '../../server/test/support/load.ts';
import { runProgram } from '../../server/test/support/operate.ts';
import { expectConsistent, recordsOf } from '../../server/test/support/soundness.ts';
import { testMongo, type TestMongo } from '../test/mongo/test-mongo.ts';
import { Game, type GamePlayer } from './game.ts';
import { readsOf } from './reads.ts';
import { shiftClock } from './shifted-clock.mjs';

const PLAYERS = 12;
/** Commands that must be answered on each side of the upgrade. */
const STEADY_COMMANDS = 200;
const NOTICE = 'A newer Denaria starts in a minute.';
const PAUSE = 'We upgrade. Back in a minute.';
/** Of the player who asks again, after the upgrade, under the keys from before. */
const COMMANDS = {
  '/api/dena/stake': { amount: '12.5' },
  '/api/trade': { resourceType: 'oil', quantity: 20 },
};
const WHY = ['--why', 'the upgrade'];
/** In days from now: the week that is over. */
const EARLIER = -8;
const CHECKPOINT = '/ledger/checkpoint';
const CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;

const released = process.env['DENARIA_RELEASED'] ?? '';
const mongo = await testMongo();
if (!released) {
  console.warn('The upgrade was skipped: DENARIA_RELEASED names no built checkout of a release.');
}

type Env = Readonly<Record<string, string>>;

const program = (name: string) => join(released, 'dist', 'server', `${name}.js`);

/** A program of the release. @throws Error unless it exits with 0. */
async function runReleased(name: string, env: Env, args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [program(name), ...args], { cwd: '/', env });
}

async function runNewest(name: string, env: Env, args: readonly string[]): Promise<void> {
  const { code, out, error } = await runProgram(name, env, args);
  if (code !== 0) throw new Error(`${name} ended with ${code}\n${out}\n${error}`);
}

const answerSchema = z.looseObject({ playerNation: z.unknown().optional() });

/**
 * What a player's commands are answered, each under its own key; without the player as shown now,
 * whose rank others may have changed.
 */
async function answersTo(url: string, { wallet, cookie }: GamePlayer) {
  const answers: Record<string, unknown> = {};
  for (const [path, body] of Object.entries(COMMANDS)) {
    const json = { walletAddress: wallet, ...body };
    const headers = { Cookie: cookie, 'Idempotency-Key': `once:${path}` };
    const { status, text } = await ask(url, path, { json, headers });
    const { playerNation: _, ...answer } = answerSchema.parse(JSON.parse(text));
    answers[path] = { status, answer };
  }
  return answers;
}

const originOf = (checkpoint: string) => checkpoint.split('\n', 1)[0];

async function isSteady(load: Load): Promise<void> {
  const wanted = load.acknowledged.length + STEADY_COMMANDS;
  const reached = () => load.refused.length > 0 || load.acknowledged.length > wanted;
  await expect.poll(reached).toBe(true);
  expect(load.refused).toEqual([]);
}

/** A game of the release with a week that is over; its server runs. */
async function releasedGame(place: (dataDir: string) => Promise<Env>): Promise<Game> {
  shiftClock(EARLIER * DAY_MS);
  const game = await Game.start({ servers: 0, env: { CHAIN_POLL_MS: '200' } });
  onTestFinished(() => game.close());
  await game.addServer({
    file: program('start'),
    env: { NODE_OPTIONS: `--import ${CLOCK}`, DENARIA_SHIFT_MS: String(EARLIER * DAY_MS) },
  });
  OTHER_VERSIONS.add(game.server.url);
  const load = startLoad({ players: await game.settle(3), urls: [game.server.url] });
  await isSteady(load);
  await load.stop();
  await game.server.end('SIGTERM');
  shiftClock(0);
  game.node.sim.mine([], { afterS: (-EARLIER * DAY_MS) / 1000 });
  await game.restart(0, 'SIGTERM', { file: program('start'), env: await place(game.dataDir) });
  return game;
}

interface Case {
  readonly signal: 'SIGTERM' | 'SIGKILL';
  /** Where the game goes to: its own folder, or another database. */
  readonly databases: TestMongo | null;
}

async function upgradeUnderLoad({ signal, databases }: Case): Promise<void> {
  const [from, to] = [databases?.database(), databases?.database()];
  onTestFinished(async () => {
    await from?.drop();
    await to?.drop();
  });
  const game = await releasedGame(async (dataDir): Promise<Env> => {
    if (!from) return { DATA_DIR: dataDir };
    await runReleased('migrate', {}, ['--from', dataDir, '--to', from.uri]);
    return { DATA_DIR: dataDir, MONGODB_URI: from.uri };
  });
  const { dataDir } = game;
  const { url } = game.server;
  const old = { DATA_DIR: dataDir, ...(from && { MONGODB_URI: from.uri }) };
  const players = await game.settle(PLAYERS);
  const [witness] = await game.settle(1);
  if (!witness) throw new Error('nobody is there');

  const load = startLoad({ players, urls: [url] });
  const answered = await answersTo(url, witness);
  await isSteady(load);
  const week = weekId(weekAt(Date.now() + EARLIER * DAY_MS));
  const stateOf = async () => (await ask(url, `/api/seasons/${week}`)).text;
  await expect.poll(stateOf).toContain('"state":"final"');
  await runReleased('operate', old, ['notice', NOTICE, ...WHY]);
  // A server that is killed has commands under way.
  const isPaused = signal === 'SIGTERM';
  if (isPaused) await runReleased('operate', old, ['pause', PAUSE, ...WHY]);
  const past = [
    `/api/seasons/${week}`,
    `/api/leaderboard?at=${new Date(weekBegins(weekAt(Date.now()))).toISOString()}`,
    `/api/leaderboard?at=${new Date(Date.now() - 1000).toISOString()}`,
  ];
  const before = await readsOf(url, past, {});
  expect(Object.values(before).map((read) => read.status)).toEqual([200, 200, 200]);
  const checkpoint = (await ask(url, CHECKPOINT)).text;
  const seen = join(dataDir, 'seen.txt');
  await writeFile(seen, checkpoint);

  expect(await game.server.end(signal)).toBe(isPaused ? 0 : null);
  OTHER_VERSIONS.delete(url);
  const now = await upgraded(old, to?.uri);
  await game.restart(0, 'SIGTERM', { env: now });

  const status = (await ask(url, statusCall.path)).json(statusCall.answers[200]);
  expect(status).toMatchObject({ paused: isPaused ? PAUSE : null, notice: { text: NOTICE } });
  expect(await readsOf(url, past, {})).toMatchObject(before);
  if (isPaused) {
    expect([...load.postponed]).toContain('paused');
    await runNewest('operate', now, ['resume', ...WHY]);
  }
  await isSteady(load);
  await load.stop();
  expect(await answersTo(url, witness)).toEqual(answered);
  expect(originOf((await ask(url, CHECKPOINT)).text)).toBe(originOf(checkpoint));
  const audited = ['--from', url, '--seen', seen, '--keep', join(dataDir, 'kept')];
  await runNewest('audit', {}, audited);
  expect(await game.server.end('SIGTERM')).toBe(0);
  await runNewest('audit', now, ['--all']);
  await expectOnce(now, { load, players, witness });

  // The way back: the release plays on what was saved.
  if (!from) await runNewest('upgrade', old, ['--back']);
  await game.restart(0, 'SIGTERM', { file: program('start'), env: old });
  OTHER_VERSIONS.add(url);
  if (isPaused) await runReleased('operate', old, ['resume', ...WHY]);
  expect(await answersTo(url, witness)).toEqual(answered);
  const again = startLoad({ players: await game.settle(3), urls: [url] });
  await isSteady(again);
  await again.stop();
  expect(await game.server.end('SIGTERM')).toBe(0);
  await runReleased('audit', old, ['--all']);
}

/** Where the game is now, made into one that the newest server opens. */
async function upgraded(old: Env, to: string | undefined): Promise<Env> {
  await runNewest('upgrade', old, to === undefined ? [] : ['--to', to]);
  return to === undefined ? old : { ...old, MONGODB_URI: to };
}

/** Every command that was answered took effect once, and no other did. */
async function expectOnce(
  { DATA_DIR: dataDir = '', MONGODB_URI: uri }: Env,
  of: {
    readonly load: Load;
    readonly players: readonly GamePlayer[];
    readonly witness: GamePlayer;
  },
): Promise<void> {
  const { load, players, witness } = of;
  const store = await (uri === undefined
    ? openEmbeddedStore({ dataDir })
    : openMongoStore({ uri }));
  try {
    const wallets = players.map(({ wallet }) => wallet);
    const { acknowledged, lost, twice } = await balance(store, wallets, load);
    const repeated = load.acknowledged.filter(({ tries }) => tries > 1).length;
    console.log(`${acknowledged} commands were answered, ${repeated} of them after a repetition`);
    expect({ lost, twice, unknown: load.unknown }).toEqual({ lost: 0, twice: 0, unknown: [] });
    expect(load.refused).toEqual([]);
    const records = await recordsOf(store, witness.wallet);
    expectConsistent(records);
    expect(records.events.map(({ kind }) => kind)).toEqual([
      'nation-chosen',
      'dena-staked',
      'traded',
    ]);
  } finally {
    await store.close();
  }
}

// The first one may have to build the newest server.
const TIMEOUT = { timeout: 600_000 };

describe.skipIf(!released)('a game of a released version, upgraded under load', TIMEOUT, () => {
  afterEach(() => shiftClock(0));

  test('on the embedded store', () => upgradeUnderLoad({ signal: 'SIGTERM', databases: null }));

  test('on the embedded store, whose server was killed', () =>
    upgradeUnderLoad({ signal: 'SIGKILL', databases: null }));

  test.skipIf(!mongo)('on MongoDB', () =>
    upgradeUnderLoad({ signal: 'SIGTERM', databases: mongo }),
  );
});
