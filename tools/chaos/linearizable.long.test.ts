/**
 * [PRO8, PRO28, PRO35] What clients are answered while everything fails is what docs/consistency.md
 * promises, as Porcupine judges it; and it finds three servers that are wrong on purpose.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { operate } from '../../server/test/support/operate.ts';
import { Game } from '../rig/game.ts';
import { Proxy } from '../rig/proxy.ts';
import { wait } from '../test/counts.ts';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet, type TestSet } from '../test/mongo/test-set.ts';
import { runs } from '../test/run-counts.ts';
import { SEED } from '../test/seed.ts';
import { pick } from '../world/random.ts';
import { Recording } from './record.ts';
import { areReady, HANGS, LASTS_MS, PRIMARY_FAULTS, PROCESS_FAULTS } from './run.ts';
import { WRONG_SERVERS } from './wrong-servers.ts';

const PLAYED_MS = 90_000;
/** Enough to be found out. */
const WRONG_LINES = 1000;
/** Between two faults. */
const CALM_MS = 3000;
const HISTORIES = runs({ usual: 1, long: 2 });
const HOUR_MS = 3_600_000;
/** The clock of a process that starts. Keys are known for a day by it [PRO28]. */
const CLOCKS_MS = [0, 20 * HOUR_MS, -HOUR_MS];
/** The shortest lock that operators can set, so that stakes can be ended in time. */
const RULES = ['rules', 'set', 'lockMs=1min', '--why', 'a test', '--yes'];

const HERE = import.meta.dirname;
const FOLDER = join(HERE, '..', '..', 'test-results', 'histories');
const CHECKER = join(FOLDER, 'checker');
const PRELOADED = ['shifted-clock.mjs', 'detour.mjs'].map(
  (file) => `--import ${pathToFileURL(join(HERE, '..', 'rig', file)).href}`,
);

const hasGo = spawnSync('go', ['version']).status === 0;
if (hasGo) {
  mkdirSync(FOLDER, { recursive: true });
  const go = (...args: string[]) => execFileSync('go', args, { cwd: join(HERE, 'checker') });
  go('vet', '.');
  go('build', '-o', CHECKER, '.');
} else console.log('Without Go on the PATH no recorded history is judged.');
const mongod = await testMongod();

/** What the checker prints of a history; what it found is beside the history's file. */
function judge(name: string, lines: readonly object[]): { readonly Broken: readonly string[] } {
  const file = join(FOLDER, `${name}.jsonl`);
  writeFileSync(file, lines.map((line) => JSON.stringify(line) + '\n').join(''));
  const { stdout, stderr } = spawnSync(CHECKER, [file], { encoding: 'utf8' });
  console.log(stdout, stderr);
  return JSON.parse(stdout);
}

async function proxyTo(port: number): Promise<Proxy> {
  const proxy = await Proxy.start(port);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Each process reaches the database by proxies of its own. */
async function start(set: TestSet | null) {
  const servers = set ? 2 : 1;
  const detours = await Promise.all(
    Array.from({ length: servers }, () =>
      Promise.all((set?.nodes ?? []).map(({ port }) => proxyTo(port))),
    ),
  );
  const envOf = (n: number, clockMs = 0) => ({
    NODE_OPTIONS: PRELOADED.join(' '),
    DENARIA_SHIFT_MS: String(clockMs),
    DENARIA_DETOUR: JSON.stringify(
      Object.fromEntries(
        (set?.nodes ?? []).map(({ port }, i) => [
          port,
          Number(new URL(detours[n]?.[i]?.url ?? '').port),
        ]),
      ),
    ),
  });
  const mongodbUri = set?.uri('denaria_history');
  const game = await Game.start({
    program: 'source',
    servers: 0,
    ...(mongodbUri !== undefined && { mongodbUri }),
  });
  onTestFinished(() => game.close());
  for (let n = 0; n < servers; n += 1) await game.addServer({ env: envOf(n) });
  const { error } = await operate(
    mongodbUri ? { MONGODB_URI: mongodbUri } : { DATA_DIR: game.dataDir },
    ...RULES,
  );
  expect(error).toBe('');
  const proxies = await Promise.all(game.servers.map(({ port }) => proxyTo(port)));
  return { game, proxies, detours, envOf };
}

/** Nothing arrives for a while, in either direction; then all connections are lost. */
async function cutOff(proxies: readonly Proxy[] = []): Promise<void> {
  for (const { habits } of proxies) habits.delayMs = 2 * LASTS_MS;
  await wait(LASTS_MS);
  for (const proxy of proxies) {
    proxy.habits.delayMs = 0;
    proxy.cut();
  }
}

async function playHistory(set: TestSet | null, seed: number) {
  const { game, proxies, detours, envOf } = await start(set);
  const urls = game.servers.map(({ url }) => url);
  return Recording.make({
    game,
    proxies,
    seed,
    async meanwhile(recording) {
      const { random } = recording;
      const restart = (n: number) =>
        game.restart(n, 'SIGKILL', { env: envOf(n, pick(random, CLOCKS_MS)), needsChain: false });
      const faults: Record<string, (n: number) => Promise<unknown>> = {
        'a process is killed, and starts by another clock': restart,
        'a process stands still': (n) => PROCESS_FAULTS['stands still']({ game, n, set }),
        'clients are cut off': (n) => cutOff(proxies.slice(n, n + 1)),
        ...(set && {
          'a process is cut off from the database': (n) => cutOff(detours[n]),
        }),
      };
      const elections = Object.entries(set ? PRIMARY_FAULTS : {});
      for (const [what, fault] of elections) {
        faults[`the primary ${what}`] = async (n) => {
          await fault({ game, n, set });
          await set?.whole();
        };
      }
      const until = performance.now() + PLAYED_MS;
      const order = Object.entries(faults).toSorted(() => random() - 0.5);
      for (let n = 0; performance.now() < until; n += 1) {
        const [name, fault] = order[n % order.length] ?? pick(random, order);
        await recording.fault(name, name.startsWith('the primary'), async () => {
          await fault(pick(random, [...urls.keys()]));
          await expect.poll(() => areReady(urls), HANGS).toBe(true);
        });
        await wait(CALM_MS);
      }
    },
  });
}

const seeds = Array.from({ length: HISTORIES }, (_, n) => SEED + n);

test.skipIf(!hasGo || !mongod).each(seeds)(
  'two processes on a replica set of three keep what they promise (SEED=%i)',
  async (seed) => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 3 });
    onTestFinished(() => set.stop());
    expect(judge(`mongo-${seed}`, await playHistory(set, seed)).Broken).toEqual([]);
  },
);

test.skipIf(!hasGo).each(seeds)(
  'one process on the embedded store keeps what it promises (SEED=%i)',
  async (seed) => {
    expect(judge(`embedded-${seed}`, await playHistory(null, seed)).Broken).toEqual([]);
  },
);

test.skipIf(!hasGo).each(Object.entries(WRONG_SERVERS))(
  'a server that %s is found out',
  async (name, wrong) => {
    const { game, proxies } = await start(null);
    const meanwhile = ({ lines }: Recording) =>
      expect.poll(() => lines.length, { timeout: 200_000 }).toBeGreaterThan(WRONG_LINES);
    const lines = await Recording.make({ game, proxies, seed: SEED, wrong, meanwhile });
    const { Broken } = judge(name.replaceAll(/\W+/g, '-'), lines);
    expect(Broken).toContainEqual(expect.stringContaining('Illegal'));
  },
);
