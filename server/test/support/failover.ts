/**
 * A replica set of three loses its primary, in one way after the other, while players play at two
 * processes: what was acknowledged stays, nothing is done twice, and everything recovers by itself within
 * 15 s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import { startTestSet, type TestSet } from '../../../tools/test/mongo/test-set.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import { ask } from './http-client.ts';
import { balance } from './ledger.ts';
import { startLoad, type Load } from './load.ts';
import { listAt, startTwoProcesses, type TwoProcesses } from './several-processes.ts';
import { expectList } from './soundness.ts';
import { spectate, type Spectator } from './spectator.ts';

const WALLETS = Array.from({ length: 24 }, (_, n) => walletOf(n + 1));
const RECOVERY_MS = 15_000;
/** The part of it that may be ours, if the set takes longer over its election. */
const OWN_MS = 8000;
/** How much older or newer an answer of /readyz may be than the state it reports. */
const READY_SLACK_MS = 2500;

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

/** How long after `from` these moments had returned to a steady stream, in ms. */
function recoveryOf(moments: readonly number[], from: number, until: number): number {
  const within = [from, ...moments.filter((at) => at > from && at < until)];
  let longest = 0;
  let recoveredAt = from;
  for (const [i, at] of within.entries()) {
    const gap = at - (within[i - 1] ?? at);
    if (gap <= longest) continue;
    longest = gap;
    recoveredAt = at;
  }
  return recoveredAt - from;
}

/** How a primary is lost. */
export type Fault = 'stepped down' | 'killed' | 'cut off';

/** How many elections it takes that last longer than an answer of /readyz stays valid. */
const LONG_ELECTIONS: Readonly<Record<Fault, number>> = {
  'stepped down': 0,
  killed: 1,
  'cut off': 1,
};

/** Runs the suite. @param mongod null if there is none: the suite is skipped. */
export function failoverSuite(mongod: string | null, faults: readonly Fault[]): void {
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

  describe.skipIf(!mongod)('a replica set that loses its primary', () => {
    let set: TestSet;
    let game: TwoProcesses;
    let load: Load;
    let readiness: ReturnType<typeof sampleReadiness>;
    const spectators: Spectator[] = [];
    const outages: { from: number; until: number }[] = [];

    beforeAll(async () => {
      if (!mongod) return;
      set = await startTestSet({ mongod, nodes: 3 });
      game = await startTwoProcesses(set.uri('denaria'));
      for (const wallet of WALLETS) await game.settle(wallet, { denaWei: dena(1_000_000) });
      for (const url of game.urls) spectators.push(await spectate({ socket: url, list: url }));
      load = startLoad({ wallets: WALLETS, urls: () => game.urls });
      readiness = sampleReadiness(game.urls);
      await sleep(2000);
    });
    // A node that is still catching up can't stand in for the one that fails next.
    beforeEach(() => set.whole());
    afterAll(async () => {
      for (const spectator of spectators) await spectator.close();
      await readiness.close();
      await game.close();
      await set.stop();
    });

    /** Causes the fault, waits until players play again, and reports how long that took. */
    async function survive(name: string, fault: () => Promise<void>): Promise<void> {
      const from = performance.now();
      const begunAt = Date.now();
      await fault();
      await vi.waitFor(
        () => {
          const since = performance.now() - 3000;
          if (since < from) throw new Error('not long enough ago');
          const recent = load.acknowledged.filter(({ at }) => at > since);
          if (recent.length < 60) throw new Error('the players do not play yet');
          const ready = readiness.samples.filter(({ at }) => at > since);
          if (!ready.every(({ isReady }) => isReady)) throw new Error('not ready yet');
        },
        { timeout: 60_000, interval: 200 },
      );
      const until = performance.now();
      outages.push({ from, until });
      const commands = recoveryOf(
        load.acknowledged.map(({ at }) => at),
        from,
        until,
      );
      const pushes = spectators.map(({ heard }) =>
        recoveryOf(
          heard.map(({ at }) => at),
          from,
          until,
        ),
      );
      const unready = readiness.samples.filter(({ at, isReady }) => at > from && !isReady);
      const ready = unready.length === 0 ? 0 : Math.max(...unready.map(({ at }) => at)) - from;
      const seconds = (ms: number) => (ms / 1000).toFixed(1);
      const writable = Math.max((await set.writableSince()).getTime() - begunAt, 0);
      console.log(
        `${name}: a primary takes writes after ${seconds(writable)} s, commands go on after ${seconds(commands)} s, pushes after ${pushes.map(seconds).join(' and ')} s, ready after ${seconds(ready)} s`,
      );
      const longest = Math.max(RECOVERY_MS, writable + OWN_MS);
      for (const ms of [commands, ...pushes, ready]) expect(ms).toBeLessThan(longest);
    }

    const survived: Readonly<Record<Fault, () => Promise<void>>> = {
      async 'stepped down'() {
        await survive('Stepped down', () => set.stepDown());
      },
      async killed() {
        const primary = await set.primary();
        await survive('Killed', async () => primary.kill());
        await primary.start();
      },
      async 'cut off'() {
        const primary = await set.primary();
        await survive('Cut off', () => primary.pause());
        await survive('Back again', async () => primary.resume());
      },
    };

    test.each(faults)('goes on after the primary was %s', async (fault) => {
      await survived[fault]();
    });

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
      for (const url of game.urls) {
        await vi.waitFor(async () => expectList(await listAt(url), records), 10_000);
      }
      for (const spectator of spectators) {
        const list = await listAt(game.first.url);
        await expect.poll(() => spectator.entries()).toEqual(list);
      }
    });

    test('was reported ready exactly while commands were carried out and pushed', () => {
      for (const [process, { heard }] of spectators.entries()) {
        const samples = readiness.samples.filter((sample) => sample.process === process);
        const pushed = heard.map(({ at }) => at);
        const done = load.acknowledged.map(({ at }) => at);
        const lastDone = Math.max(...done);
        const lies = samples.filter(
          ({ at, isReady }) =>
            isReady &&
            at < lastDone &&
            ![done, pushed].every((moments) =>
              moments.some((moment) => Math.abs(moment - at) < READY_SLACK_MS),
            ),
        );
        expect(lies).toEqual([]);
        const unready = outages.filter(({ from, until }) =>
          samples.some(({ at, isReady }) => !isReady && at > from && at < until),
        );
        const elections = faults.map((fault) => LONG_ELECTIONS[fault]);
        expect(unready.length).toBeGreaterThanOrEqual(elections.reduce((sum, one) => sum + one, 0));
      }
    });
  });
}
