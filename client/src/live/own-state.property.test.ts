/**
 * A page's own wallet state never goes back in time: polls, pushes and answers of two processes
 * that lag by different amounts, in any order, and a restore to another epoch. Once all has arrived
 * it is the newest.
 */
import { QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchLeaderboard } from '../../../client-kit/api/leaderboard-list.ts';
import { revisionOf, setRevision } from '../../../client-kit/api/revision.ts';
import { BoardFeed } from '../../../client-kit/live/board-feed.ts';
import { resyncAsked, tickReceived } from '../../../client-kit/live/board-merge.ts';
import {
  ModelProcess,
  ModelStore,
  type Position,
} from '../../../client-kit/live/testing/board-model.ts';
import { denaStakeViewSchema } from '../../../common/protocol/dena-stakes.ts';
import { playerNationSchema } from '../../../common/protocol/player-nation.ts';
import { address } from '../../../common/values/address.ts';
import { revSchema, type Epoch } from '../../../common/values/ids.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { denaStakesQuery } from '../api/stakes.ts';
import { pageServer } from '../api/page-server.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { createQueryClient, LEADERBOARD_KEY } from '../api/query-client.ts';
import { testPlayer } from '../testing/player.ts';
import { keepStake } from '../wallet/mutations/cache-effects.ts';
import { OwnState } from './own-state.ts';

const RUNS = runs({ usual: 20, long: 2000 });
/** The model's first two players. */
const ALICE = address(`0x${'0'.repeat(39)}1`);
const BOB = address(`0x${'0'.repeat(39)}2`);
const NOW = '2026-01-01T00:00:00.000Z';
/** More than all others have, so that the row is within the model's few. */
const BASE = 1000;

/** Something in flight to the page, and what happens to it if its process is killed. */
interface Arrival {
  readonly come: () => void;
  readonly lose: () => void;
}
const push = (come: () => void): Arrival => ({ come, lose: () => undefined });

/** Each of Alice's commits is a stake, so that her GDP gives their number. */
class World {
  readonly store = new ModelStore();
  readonly processes = [new ModelProcess(this.store), new ModelProcess(this.store)] as const;
  readonly queryClient = createQueryClient();
  readonly feed = new BoardFeed({
    fetchList: (etag) => fetchLeaderboard(pageServer, etag),
    onBoard: (board) => this.queryClient.setQueryData(LEADERBOARD_KEY, board),
    onList: () => undefined,
    onCorrected: () => undefined,
    onTrouble: () => undefined,
  });
  readonly own = new OwnState(this.queryClient, {
    epoch: () => this.feed.epoch,
    onChange: () => this.#look(),
  });
  readonly #epochs = new Map<string, number>();
  readonly #requests: {
    readonly url: string;
    readonly answer: (reply: Response | Promise<never>) => void;
  }[] = [];
  #pushes: Arrival[] = [];
  #replies: Arrival[] = [];
  #shown = { row: [0, 0], player: [0, 0], stakes: [0, 0] };
  readonly stop: () => void;

  constructor() {
    this.queryClient.setQueryDefaults(LEADERBOARD_KEY, { structuralSharing: false });
    vi.stubGlobal('location', new URL('http://127.0.0.1'));
    vi.stubGlobal('fetch', (url: URL) => {
      return new Promise<Response>((answer: (reply: Response | Promise<never>) => void) => {
        this.#requests.push({ url: url.pathname, answer });
      });
    });
    this.#epochs.set(this.store.epoch, 0);
    this.store.commit({ wallet: BOB, gdp: 1, denaHoldings: 1, presidentCount: null });
    this.stake();
    for (const process of this.processes) process.follow(Infinity);
    this.own.setWallet(ALICE);
    this.own.start();
    this.feed.start();
    const stops = [
      new QueryObserver(this.queryClient, {
        queryKey: ['/api/leaderboard'],
        queryFn: () => this.feed.poll(),
        structuralSharing: false,
      }).subscribe(() => this.#look()),
      new QueryObserver(this.queryClient, playerNationQuery(ALICE)).subscribe(() => this.#look()),
      new QueryObserver(this.queryClient, denaStakesQuery(ALICE)).subscribe(() => this.#look()),
    ];
    this.stop = () => {
      for (const stop of stops) stop();
      this.own.stop();
      this.feed.stop();
      this.queryClient.clear();
    };
  }

  process(n: number): ModelProcess {
    return n % 2 ? this.processes[1] : this.processes[0];
  }

  #commitsUpTo(position: number): number {
    return this.store.log.slice(0, position).filter(({ wallet }) => wallet === ALICE).length;
  }

  stake(): void {
    const gdp = BASE + this.#commitsUpTo(Infinity) + 1;
    this.store.commit({ wallet: ALICE, gdp, denaHoldings: 1, presidentCount: null });
  }

  strange(gdp: number): void {
    this.store.commit({ wallet: BOB, gdp, denaHoldings: 1, presidentCount: null });
  }

  /** Alice's current epoch and rev in the store, as a process reports them. */
  #placeBy(process: ModelProcess): Position {
    const newest = this.store.log.findLastIndex(({ wallet }) => wallet === ALICE) + 1;
    const rev = revSchema.parse(newest.toString(16).padStart(16, '0'));
    const { place } = process;
    return rev > place.rev ? { ...place, rev } : place;
  }

  /** A process answers the n-th request in flight; the answer arrives immediately. */
  serve(n: number, process: ModelProcess): boolean {
    const [request] = this.#requests.splice(n % Math.max(1, this.#requests.length), 1);
    if (!request) return false;
    // A process whose epoch differs from the store's is about to reload, and is asked again.
    if (process.place.epoch !== this.store.epoch) process.reload();
    const reply = this.#reply(request.url, process);
    this.#replies.push({ come: () => request.answer(reply), lose: () => lost(request) });
    return true;
  }

  #reply(url: string, process: ModelProcess): Response {
    const place = url === '/api/leaderboard' ? process.place : this.#placeBy(process);
    const headers = {
      'X-Board-Epoch': place.epoch,
      'X-Board-Rev': place.rev,
      'X-Total-Count': '2',
    };
    const commits = this.#commitsUpTo(Infinity);
    if (url === '/api/leaderboard') return Response.json(process.list().rows, { headers });
    if (url.startsWith('/api/dena/stakes')) {
      return Response.json(
        Array.from({ length: commits }, (_, i) => stakeView(commits - i)),
        { headers },
      );
    }
    if (!url.startsWith('/api/player-nation')) return Response.json([], { headers });
    const view = testPlayer(ALICE, 0);
    const playerNation = { ...view.playerNation, gdp: BASE + commits };
    return Response.json(playerNationSchema.parse({ ...view, playerNation }), { headers });
  }

  /** Alice stakes at a process; its answer is in flight. */
  command(process: ModelProcess): void {
    if (process.place.epoch !== this.store.epoch) return;
    this.stake();
    const stake = stakeView(this.#commitsUpTo(Infinity));
    const place = process.place;
    const keep = () => {
      const { queryKey } = denaStakesQuery(ALICE);
      keepStake(this.queryClient, ALICE, queryKey, setRevision(stake, place));
    };
    this.#replies.push(push(keep));
  }

  /** Sends a process's tick to its sockets; the page's socket is connected to the first one. */
  tick(): void {
    const [process] = this.processes;
    const row = process.list().rows.find(({ walletAddress }) => walletAddress === ALICE) ?? null;
    const { place } = process;
    const tick = process.tick();
    if (tick) {
      const { epoch } = place;
      this.#pushes.push(push(() => this.feed.take((state) => tickReceived(state, epoch, tick))));
    }
    this.#pushes.push(push(() => this.own.pushed({ ...place, row })));
  }

  /** Every process stops, an earlier data set is restored, and both start on it. */
  restore(length: number): void {
    this.store.restore(Math.max(2, length));
    this.#epochs.set(this.store.epoch, this.#epochs.size);
    for (const { lose } of this.#replies) lose();
    this.#pushes = [];
    this.#replies = [];
    for (const process of this.processes) process.reload();
    const { place } = this.processes[0];
    this.#pushes.push(push(() => this.feed.take((state) => resyncAsked(state, place))));
    // Requests in flight are cut off with the processes.
    for (const request of this.#requests.splice(0)) lost(request);
  }

  async arrive(kind: 'push' | 'reply', n: number): Promise<boolean> {
    const queue = kind === 'push' ? this.#pushes : this.#replies;
    // A socket keeps its order, requests do not.
    const [arrival] = queue.splice(kind === 'push' ? 0 : n % Math.max(1, queue.length), 1);
    if (!arrival) return false;
    arrival.come();
    await vi.advanceTimersByTimeAsync(1);
    this.#look();
    return true;
  }

  /** Checks that nothing shown is older than what was shown before. */
  #look(): void {
    const player = this.queryClient.getQueryData(playerNationQuery(ALICE).queryKey);
    const stakes = this.queryClient.getQueryData(denaStakesQuery(ALICE).queryKey);
    const { row } = this.own;
    this.#seen('row', this.own.epoch, row?.gdp);
    this.#seen('player', revisionOf(player)?.epoch, player?.playerNation.gdp);
    this.#seen('stakes', revisionOf(stakes)?.epoch, stakes?.length);
  }

  #seen(what: 'row' | 'player' | 'stakes', epoch: string | undefined, figure: number | undefined) {
    if (epoch === undefined || figure === undefined) return;
    const [wasEpoch = 0, wasFigure = 0] = this.#shown[what];
    const now = this.#epochs.get(epoch) ?? -1;
    if (now < wasEpoch || (now === wasEpoch && figure < wasFigure)) {
      throw new Error(`${what} went from ${wasEpoch}:${wasFigure} back to ${now}:${figure}`);
    }
    this.#shown[what] = [now, figure];
  }

  /** Delivers everything in flight, and the pages ask once more. */
  async settle(n: number): Promise<void> {
    for (const process of this.processes) process.follow(Infinity);
    this.tick();
    for (let quiet = 0, turns = 0; quiet < 3; turns += 1) {
      expect(turns).toBeLessThan(500);
      const isBusy =
        this.serve(0, this.process(n)) ||
        (await this.arrive('push', 0)) ||
        (await this.arrive('reply', 0));
      quiet = isBusy ? 0 : quiet + 1;
      // Longer than the longest delay before a failed request is retried.
      if (!isBusy) await vi.advanceTimersByTimeAsync(11_000);
    }
  }
}

/** The connection ends without an answer. */
function lost({ answer }: { readonly answer: (reply: Promise<never>) => void }): void {
  answer(Promise.reject(new TypeError('Failed to fetch')));
}

function stakeView(number: number) {
  return denaStakeViewSchema.parse({
    id: `s${number}`,
    walletAddress: ALICE,
    stakedAmount: '1',
    gdpBonus: 1,
    isActive: 1,
    stakedAt: NOW,
    unstakeableAt: NOW,
  });
}

type Step = (world: World) => unknown;
const named = (name: string, step: Step): Step =>
  Object.assign(step, { [fc.toStringMethod]: () => name });
const n = fc.nat({ max: 5 });
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: n.map((p) => named(`stake at ${p}`, (w) => w.command(w.process(p)))) },
  {
    weight: 2,
    arbitrary: fc.nat({ max: 3000 }).map((g) => named(`bob ${g}`, (w) => w.strange(g))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(n, n)
      .map(([p, c]) => named(`follow ${p} ${c}`, (w) => w.process(p).follow(c))),
  },
  { weight: 4, arbitrary: fc.constant(named('tick', (w) => w.tick())) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(n, n)
      .map(([i, p]) => named(`serve ${i} by ${p}`, (w) => w.serve(i, w.process(p)))),
  },
  { weight: 6, arbitrary: n.map((i) => named(`push ${i}`, (w) => w.arrive('push', i))) },
  { weight: 6, arbitrary: n.map((i) => named(`reply ${i}`, (w) => w.arrive('reply', i))) },
  {
    weight: 2,
    arbitrary: fc.constant(
      named('ask again', (w) => void w.queryClient.invalidateQueries().catch(() => undefined)),
    ),
  },
  { weight: 1, arbitrary: n.map((length) => named(`restore ${length}`, (w) => w.restore(length))) },
);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[PRO8] whatever the order of two processes’ answers and pushes, a wallet’s own state never goes back, and ends as the newest', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  // Loaded before any clock is faked.
  await Promise.all([import('../api/held-player.ts'), import('../api/page-server.ts')]);
  vi.useFakeTimers();
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { maxLength: 80, size: 'max' }), n, async (steps, last) => {
      const world = new World();
      try {
        for (const step of steps) {
          await step(world);
          await vi.advanceTimersByTimeAsync(1);
        }
        await world.settle(last);
        void world.queryClient.invalidateQueries();
        await world.settle(last);
        const gdp = world
          .process(last)
          .list()
          .rows.find((row) => row.walletAddress === ALICE)?.gdp;
        const player = world.queryClient.getQueryData(playerNationQuery(ALICE).queryKey);
        const stakes = world.queryClient.getQueryData(denaStakesQuery(ALICE).queryKey);
        expect(world.own.row?.gdp).toBe(gdp);
        expect(player?.playerNation.gdp).toBe(gdp);
        expect(BASE + (stakes?.length ?? 0)).toBe(gdp);
        const epoch: Epoch = world.store.epoch;
        expect([world.own.epoch, revisionOf(player)?.epoch, revisionOf(stakes)?.epoch]).toEqual([
          epoch,
          epoch,
          epoch,
        ]);
      } finally {
        world.stop();
      }
    }),
    { numRuns: RUNS },
  );
});
