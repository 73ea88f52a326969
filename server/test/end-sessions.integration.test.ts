/** `npm run operate -- end-sessions` beside running servers, on either store. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { sessionCall, signInCall } from '../../common/protocol/session.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';
import { sessionOf } from '../store/testing/fixtures.ts';
import { inParallel } from '../store/testing/observe.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { ask } from './support/http-client.ts';
import { signInText } from './support/sign-in.ts';

const mongo = await testMongo();
/** Every process refuses what was ended within this time of the act. */
const APPLIED_MS = 2000;
const PUBLIC_ORIGIN = 'http://localhost:3149';
const env = { PUBLIC_ORIGIN, SESSION_SECRET: 'one secret for every process of the game' };

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

async function serverOn(store: Store): Promise<Harness> {
  const server = await Harness.start({ store, env });
  cleaning.push(
    () => store.close(),
    () => server.close(),
  );
  return server;
}

/** Servers of one game, and how `operate` names its place. */
const PLACES = {
  async embedded() {
    const dataDir = await newDataFolder();
    cleaning.push(() => removeDataFolder(dataDir));
    const server = await serverOn(await openEmbeddedStore({ dataDir }));
    return { servers: [server], place: ['--data', dataDir] };
  },
  async mongo() {
    if (!mongo) throw new Error('there is no MongoDB');
    const { uri, drop } = mongo.database();
    cleaning.push(drop);
    const servers = [
      await serverOn(await openMongoStore({ uri })),
      await serverOn(await openMongoStore({ uri })),
    ];
    return { servers, place: ['--mongodb', uri] };
  },
};

const WHY = ['--by', 'ada', '--why', 'A cookie was stolen.'];

async function operate(...args: string[]): Promise<string> {
  const program = fileURLToPath(new URL('../operate.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, ...args],
    { env: { PATH: process.env['PATH'] ?? '' } },
  );
  return stdout;
}

/** Signs in at a server whose players open another origin. @returns the cookie */
async function signedIn(server: Harness, player: TestPlayer): Promise<string> {
  const text = await signInText(server.url, player.wallet);
  const message = text.replaceAll(new URL(server.url).host, new URL(PUBLIC_ORIGIN).host);
  const json = { message, signature: await player.signer.signMessage(message) };
  const answer = await ask(server.url, signInCall.path, { json });
  expect(answer.status).toBe(200);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

describe.each(['embedded', 'mongo'] as const)('on the store %s', (kind) => {
  test.skipIf(kind === 'mongo' && !mongo)(
    'sessions of a wallet end, then all, and every process refuses them within 2 s',
    async () => {
      const { servers, place } = await PLACES[kind]();
      const [first] = servers;
      const last = servers.at(-1);
      if (!first || !last) throw new Error('there is no server');
      const [one, other] = [first.stranger(), first.stranger()];
      const [mine, theirs] = [await signedIn(first, one), await signedIn(last, other)];
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

      const signIns =
        /Sign-ins .*:\n {2}\S+Z {2}account {2}127\.0\.0\.0\/24 {2}Unknown device {2}last used \S+Z\n/;
      expect(await operate('wallet', one.wallet, ...place)).toMatch(signIns);
      const said = await operate('end-sessions', one.wallet, ...place, ...WHY);
      expect(said).toMatch(
        new RegExp(`^Act 1: end-sessions ${one.wallet}\\nApplied by ${servers.length} of `),
      );
      expect([await states(mine), await states(theirs)]).toEqual([
        everywhere(false),
        everywhere(true),
      ]);
      await expect.poll(() => first.store.sessions(one.wallet)).toEqual([]);
      expect(await operate('wallet', one.wallet, ...place)).toMatch(/Sign-ins .*:\n {2}none\n/);

      await inParallel(20, 2500, (n) => first.store.beginSession(sessionOf(walletOf(n + 1)), 50));
      const saidOfAll = await operate('end-sessions', '--all', ...place, ...WHY);
      expect(saidOfAll).toMatch(/^Act 2: end-sessions --all\nApplied by/);
      expect(await states(theirs)).toEqual(everywhere(false));
      for (const n of [1, 1250, 2500]) {
        await expect.poll(() => first.store.sessions(walletOf(n)), { timeout: 10_000 }).toEqual([]);
      }

      // Whoever signs in again stays.
      await sleep(APPLIED_MS);
      const again = await signedIn(first, one);
      expect(await states(again)).toEqual(everywhere(true));
      expect(await operate('log', ...place)).toMatch(/end-sessions --all +A cookie was stolen/);
    },
  );
});
