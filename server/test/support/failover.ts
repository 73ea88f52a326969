/**
 * A replica set of three loses its primary, in one way after the other, while players play at two
 * processes: what was acknowledged stays, nothing is done twice, and everything recovers by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { Game } from '../../../tools/rig/game.ts';
import { startTestSet, type TestSet } from '../../../tools/test/mongo/test-set.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import { ask, insist, listAt } from './http-client.ts';
import { balance } from './ledger.ts';
import { startLoad, type Load } from './load.ts';
import { expectList } from './soundness.ts';
import { spectate, type Spectator } from './spectator.ts';

const WALLETS = Array.from({ length: 12 }, (_, n) => walletOf(n + 1));
/** After a fault, this much of each must happen before the next one. */
const AGAIN = { commands: 60, pushes: 10, readyAnswers: 5 };
/** It is for what hangs: an election and the recovery after it take a few seconds. */
const HANGS_MS = 60_000;

interface ReadySample {
  readonly at: number;
  readonly process: number;
  readonly isReady: boolean;
}

/** Asks every process repeatedly whether it is ready. */
function sampleReadiness(urls: readonly string[]) {
  const samples: ReadySample[] = [];
  const closing = new AbortController();
  const loops = urls.map(async (url, process) => {
    while (!closing.signal.aborted) {
      const answer = await ask(url, '/readyz').catch(() => null);
      samples.push({ at: performance.now(), process, isReady: answer?.status === 200 });
      await sleep(200);
    }
  });
  return {
    samples,
    async close() {
      closing.abort();
      await Promise.all(loops);
    },
  };
}

/** How a primary is lost. */
type Fault = 'stepped down' | 'killed' | 'cut off';

/** Runs the suite. @param mongod null if there is none: the suite is skipped. */
export function failoverSuite(mongod: string | null, faults: readonly Fault[]): void {
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

  describe.skipIf(!mongod)('a replica set that loses its primary', () => {
    let set: TestSet;
    let game: Game;
    const urls = () => game.servers.map(({ url }) => url);
    let load: Load;
    let readiness: ReturnType<typeof sampleReadiness>;
    const spectators: Spectator[] = [];
    /** What the last fault broke. */
    const repairs: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      if (!mongod) return;
      set = await startTestSet({ mongod, nodes: 3 });
      game = await Game.start({ program: 'source', servers: 2, mongodbUri: set.uri('denaria') });
      for (const [n, walletAddress] of WALLETS.entries()) {
        game.give(walletAddress, { denaWei: dena(1_000_000) });
        const nationId = NATION_IDS[n % NATION_IDS.length];
        // An election may be under way.
        const url = urls()[n % 2] ?? '';
        const answer = await insist(url, '/api/player-nation', { walletAddress, nationId });
        if (answer.status !== 201) throw new Error(answer.text);
      }
      for (const url of urls()) spectators.push(await spectate({ socket: url, list: url }));
      load = startLoad({ wallets: WALLETS, urls });
      readiness = sampleReadiness(urls());
      await vi.waitFor(
        () => expect(load.acknowledged.length).toBeGreaterThan(AGAIN.commands),
        HANGS_MS,
      );
    });
    afterAll(async () => {
      for (const spectator of spectators) await spectator.close();
      await readiness.close();
      expect(game.servers.filter((server) => server.endedByItself())).toEqual([]);
      await game.close();
      await set.stop();
    });

    /**
     * Causes the fault, and waits until players play again, their changes are pushed and every process is
     * ready. @returns whether a process said meanwhile that it was not.
     */
    async function survive(fault: () => Promise<void>): Promise<boolean> {
      const from = performance.now();
      await fault();
      await set.primary();
      const elected = performance.now();
      const since = <T extends { readonly at: number }>(all: readonly T[], moment: number) =>
        all.filter(({ at }) => at > moment);
      await vi.waitFor(
        () => {
          const commands = load.acknowledged.filter(({ sentAt }) => sentAt > elected);
          expect(commands.length).toBeGreaterThan(AGAIN.commands);
          for (const [process, { heard }] of spectators.entries()) {
            expect(since(heard, elected).length).toBeGreaterThan(AGAIN.pushes);
            const answers = since(readiness.samples, elected).filter(
              (sample) => sample.process === process,
            );
            const last = answers.slice(-AGAIN.readyAnswers).map(({ isReady }) => isReady);
            expect(last).toEqual(Array.from({ length: AGAIN.readyAnswers }, () => true));
          }
        },
        { timeout: HANGS_MS, interval: 200 },
      );
      return since(readiness.samples, from).some(({ isReady }) => !isReady);
    }

    const survived: Readonly<Record<Fault, () => Promise<void>>> = {
      async 'stepped down'() {
        await survive(() => set.stepDown());
      },
      async killed() {
        const primary = await set.primary();
        expect(await survive(async () => primary.kill())).toBe(true);
        repairs.push(() => primary.start());
      },
      async 'cut off'() {
        const primary = await set.primary();
        expect(await survive(() => primary.pause())).toBe(true);
        await survive(async () => primary.resume());
      },
    };

    test.each(faults)(
      'goes on after the primary was %s, and says meanwhile if it can’t',
      async (fault) => {
        for (const repair of repairs.splice(0)) await repair();
        // A node that is still catching up can't stand in for the one that fails now.
        await set.whole();
        await survived[fault]();
      },
    );

    test('has lost nothing, done nothing twice, and every board matches the stakes', async () => {
      await load.stop(20_000);
      expect(load.refused).toEqual([]);
      const store = await openMongoStore({ uri: set.uri('denaria') });
      const { acknowledged, lost, twice, records } = await balance(store, WALLETS, load);
      await store.close();
      const retried = load.acknowledged.filter(({ tries }) => tries > 1).length;
      console.log(
        `${acknowledged} calls acknowledged (${retried} at a later try), ${load.unknown.length} never answered, ${lost} lost, ${twice} done twice`,
      );
      expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
      for (const url of urls()) {
        await vi.waitFor(async () => expectList(await listAt(url), records), 10_000);
      }
      for (const spectator of spectators) {
        const list = await listAt(game.server.url);
        await expect.poll(() => spectator.entries()).toEqual(list);
      }
    });
  });
}
