/** Every order of commits, ticks, polls and lost sockets, on the real board, window and feed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import {
  gdpMessageSchema,
  leaderboardMessageSchema,
  playerMessageSchema,
  type GdpMessage,
} from '../../common/protocol/live.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { isKnownEvent, type GameEvent } from '../../common/values/game-event.ts';
import type { Rev } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board, type BoardChange } from '../leaderboard/board.ts';
import { anyMove, SmallGame, type Move } from '../leaderboard/testing/fixtures.ts';
import { LiveWindow } from '../leaderboard/window.ts';
import { gdpMessage, playerMessage, watchAck } from './outbound/messages.ts';
import { LiveFeed } from './outbound/tick.ts';
import { ModelClient, type FetchedList } from './testing/model-client.ts';

/** Two server processes on one store: sockets go to `near`, polls to either. */
type Process = 'near' | 'far';
type Step =
  | Move
  | { readonly do: 'hear'; readonly process: Process; readonly commits: number }
  | { readonly do: 'tick' | 'connect' | 'disconnect' | 'reload' }
  | { readonly do: 'ask'; readonly process: Process }
  | { readonly do: 'answer'; readonly which: number };

const anyProcess = fc.constantFrom<Process>('near', 'far');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: anyMove(7) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('hear'),
      process: anyProcess,
      commits: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ do: 'tick' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask'), process: anyProcess }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer'), which: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'connect' }, { do: 'disconnect' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reload' } as const) },
);

const OWN = walletOf(0);

class Scene {
  readonly game = new SmallGame();
  readonly client = new ModelClient();
  readonly #size: number;
  readonly #log: GameEvent[] = [];
  /** The commits that moved a nation's GDP, as they must be sent. */
  readonly #moving = new Map<Rev, GdpMessage['causes'][number]>();
  /** Sent as causes, by any process that ever existed. */
  readonly #causesTold = new Set<Rev>();
  /** From here on, every one of them is sent. */
  #causesFrom = 0;
  /** The truth at every rev. */
  readonly #pages = new Map<Rev, LeaderboardEntry[]>();
  readonly #truth = new Board();
  readonly #boards = { near: new Board(), far: new Board() };
  readonly #heard = { near: 0, far: 0 };
  readonly #window: LiveWindow;
  readonly #feed: LiveFeed;
  #connected = false;
  /** The rev at which the client was last told to fetch. */
  #askedAt: Rev = this.#truth.rev;
  /** Connected, and holding a list of that rev or later: everything else must arrive by itself. */
  #placed = false;
  #answers: FetchedList[] = [];

  constructor(size: number) {
    this.#size = size;
    this.#pages.set(this.#truth.rev, []);
    const { near } = this.#boards;
    const { client } = this;
    this.#window = new LiveWindow(near, size);
    this.#window.watch(OWN);
    this.#feed = new LiveFeed(near, this.#window, {
      leaderboard: (_room, message) => {
        const heard = leaderboardMessageSchema.parse(message);
        expect(z.encode(leaderboardMessageSchema, heard)).toEqual(message);
        expect(heard.since < heard.rev).toBe(true);
        if (this.#connected) client.onLeaderboard(heard);
      },
      gdp: (_room, message) => {
        const heard = gdpMessageSchema.parse(message);
        expect(z.encode(gdpMessageSchema, heard)).toEqual(message);
        this.#expectTrueCauses(heard);
        if (this.#connected) client.onGdp(heard);
      },
      player: (_room, message) => {
        const heard = playerMessageSchema.parse(message);
        expect(z.encode(playerMessageSchema, heard)).toEqual(message);
        if (this.#connected) client.onPlayer(heard);
      },
    });
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'tick':
        this.game.now += 1;
        this.#feed.flush();
        this.#expectNoFalseGap();
        break;
      case 'hear':
        this.#hear(step.process, step.commits);
        break;
      case 'connect':
        this.#connect();
        break;
      case 'disconnect':
        this.#connected = false;
        this.#placed = false;
        break;
      case 'reload':
        await this.#reload();
        break;
      case 'ask':
        this.#answers.push(this.#listOf(step.process));
        break;
      case 'answer': {
        const [answer] = this.#answers.splice(step.which % (this.#answers.length || 1), 1);
        if (answer) this.#answer(answer);
        break;
      }
      default:
        this.#commit(step);
    }
    this.#expectRowsOfTheirRev();
  }

  /** Everything is received and sent; a client with an old list gets one more poll, as every 10 s. */
  settle(): void {
    for (const process of ['near', 'far'] as const) this.#hear(process, this.#log.length);
    if (!this.#connected) this.#connect();
    this.#feed.flush();
    this.#expectNoFalseGap();
    if (!this.#placed) this.#answer(this.#listOf('far'));
    const due = this.#log.slice(this.#causesFrom).map(({ rev }) => rev);
    const moving = due.filter((rev) => this.#moving.has(rev));
    expect(moving.filter((rev) => !this.#causesTold.has(rev))).toEqual([]);
    const { near } = this.#boards;
    expect(this.client.entries()).toEqual(near.page(this.#size, 0));
    expect(this.client.ownRow).toEqual(near.entry(OWN));
    for (const nationId of NATION_IDS) {
      expect(this.client.totals.get(nationId)).toMatchObject(near.nation(nationId));
    }
  }

  #commit(move: Move): void {
    let change: BoardChange | null = null;
    const unsubscribe = this.#truth.subscribe({
      onChange: (told) => (change = told),
      onReload: () => undefined,
    });
    const event = this.game.playOn(this.#truth, move);
    unsubscribe();
    if (!event) return;
    this.#log.push(event);
    if (change) this.#noteMoving(event, change);
    this.#pages.set(event.rev, this.#truth.page(this.#size, 0));
  }

  /** What GET /api/events says about it, and the ranks on a board that applied every commit immediately. */
  #noteMoving(event: GameEvent, { before, after }: BoardChange): void {
    if (!isKnownEvent(event)) return;
    const delta = event.row.gdp - event.gdpBefore;
    if (delta === 0 && before) return;
    this.#moving.set(event.rev, {
      id: event.rev,
      at: new Date(event.at).toISOString(),
      kind: event.kind,
      walletAddress: event.row.wallet,
      name: event.row.name,
      delta,
      detail: event.detail,
      rankBefore: before?.rank ?? null,
      rankAfter: after.rank,
    });
  }

  #expectTrueCauses({ causes, causesLeftOut }: GdpMessage): void {
    expect(causesLeftOut).toBe(undefined);
    for (const cause of causes) {
      if (!cause.id) throw new Error('a cause has no id');
      expect(this.#causesTold.has(cause.id)).toBe(false);
      this.#causesTold.add(cause.id);
      expect(cause).toEqual(this.#moving.get(cause.id));
    }
  }

  #hear(process: Process, commits: number): void {
    const until = Math.min(this.#log.length, this.#heard[process] + commits);
    for (const event of this.#log.slice(this.#heard[process], until)) {
      this.#boards[process].apply(event);
    }
    this.#heard[process] = until;
  }

  #connect(): void {
    const { near } = this.#boards;
    this.#connected = true;
    this.#asks();
    this.client.onAck(watchAck(near, 0));
    for (const nationId of NATION_IDS)
      this.client.onGdp(gdpMessageSchema.parse(gdpMessage(near, nationId)));
    this.client.onPlayer(playerMessage(near, OWN));
  }

  async #reload(): Promise<void> {
    const { near } = this.#boards;
    await near.load(this.game.snapshot());
    this.#heard.near = this.#log.length;
    this.#causesFrom = this.#log.length;
    this.#feed.restart();
    this.#asks();
    if (this.#connected) this.client.onResync({ epoch: near.epoch, rev: near.rev });
    this.#feed.sendSnapshot();
  }

  /** An acknowledgement or a resync, which ask for a fetch. */
  #asks(): void {
    this.#askedAt = this.#boards.near.rev;
    this.#placed = false;
  }

  #answer(list: FetchedList): void {
    this.client.onList(list);
    if (this.#connected && list.rev >= this.#askedAt) this.#placed = true;
  }

  #expectNoFalseGap(): void {
    if (this.#placed) expect(this.client.wantsList).toBe(false);
  }

  #listOf(process: Process): FetchedList {
    const board = this.#boards[process];
    return { rev: board.rev, rows: board.page(this.#size, 0) };
  }

  /** What the client holds of a nation at a rev equals what the nation's rows were at that rev. */
  #expectRowsOfTheirRev(): void {
    for (const [nationId, rev] of this.client.mine) {
      const ofNation = (entries: readonly LeaderboardEntry[] = []) =>
        entries
          .filter((entry) => entry.nationId === nationId)
          .map((entry) => ({ ...entry, rank: 0 }));
      expect(ofNation(this.client.entries())).toEqual(ofNation(this.#pages.get(rev)));
    }
  }
}

test('[PRO14] a client ends equal to the list, and at every moment its rows are those of their rev', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 150, size: 'max' }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, size) => {
        const scene = new Scene(size);
        for (const step of steps) await scene.take(step);
        scene.settle();
      },
    ),
    { numRuns: runs({ usual: 200, long: 10_000 }) },
  );
});
