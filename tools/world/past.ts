/** What processes say of the past: rewound rankings, totals and weeks, by the model's history. */
import { z } from 'zod';
import { countWeek, weekFrom, WEEK_MS, type Commit } from '../../common/testing/weeks.ts';
import { sleep } from '../../server/lib/machine.ts';
import { readAllPast } from '../../server/store/kept/past.ts';
import type { Server } from './client/deployment.ts';
import { read } from './client/reads.ts';
import { differences } from './model/differences.ts';
import type { History } from './model/history.ts';
import type { Orders } from './model/ranking.ts';
import { nationSchema, rowSchema, type WireEvent } from './model/wire.ts';
import { FIRST_ROWS } from './server.ts';
import { HISTORY, type World } from './world.ts';

/** [SEA1] How long after its end a week may be open. */
const CLOSED_MS = 30_000;
/** A history may lack the commits of the last 2 s. */
const FRESH_MS = 2500;
const LOOK_MS = 500;
const AGO_MS = [4000, 6000, 8000, 10_000, 12_000, 15_000, 20_000, 3 * 60 * 60_000];

const thenSchema = z.array(
  rowSchema.pick({
    rank: true,
    walletAddress: true,
    nationId: true,
    gdp: true,
    denaHoldings: true,
    presidentWallet: true,
    presidentStakedCount: true,
  }),
);
const momentSchema = z.iso.datetime().transform((text) => Date.parse(text));
const totalsSchema = z.array(z.number().nullable());
const historySchema = z.object({
  from: momentSchema,
  stepMs: z.number(),
  series: z.object({
    usa: totalsSchema,
    italy: totalsSchema,
    argentina: totalsSchema,
    china: totalsSchema,
  }),
});
const seasonsSchema = z.array(z.object({ id: z.string(), from: momentSchema, state: z.string() }));
/** Names are looked up in between. */
const seasonSchema = z.object({
  entries: z.array(
    z.object({
      rank: z.number(),
      walletAddress: z.string(),
      nationId: z.string(),
      gained: z.number(),
      gdp: z.number(),
    }),
  ),
  presidents: z.array(
    z.object({ nationId: nationSchema, walletAddress: z.string(), staked: z.number() }),
  ),
});

/** All events, oldest first, and what the game was after each. */
interface Seen {
  readonly events: readonly WireEvent[];
  readonly history: History;
}

export class Past {
  readonly #world: World;
  /** What was said of each closed week. */
  #finals = new Map<string, string>();
  #backup = this.#finals;

  constructor(world: World) {
    this.#world = world;
  }

  backUp(): void {
    this.#backup = new Map(this.#finals);
  }

  restore(): void {
    this.#finals = new Map(this.#backup);
  }

  /** @param seen what the model makes of all events that there are now. */
  async wrong(seen: () => Promise<Seen>): Promise<string[]> {
    const { servers } = this.#world;
    const each = servers.map(async (server) => {
      const wrong = [
        ...(await this.#inTime(FRESH_MS, async () => wrongTotals(server, await seen()))),
        ...(await this.#inTime(CLOSED_MS, async () => this.#wrongWeeks(server, await seen()))),
      ];
      return wrong.map((words) => `${server.name}: ${words}`);
    });
    const then = await this.#wrongThen(servers[0], await seen());
    return [...then, ...(await Promise.all(each)).flat()];
  }

  async #inTime(ms: number, look: () => Promise<string[]>): Promise<string[]> {
    const { scheduler } = this.#world;
    const until = scheduler.nowMs + ms;
    for (;;) {
      const wrong = await look().catch((error: unknown) => [String(error)]);
      if (wrong.length === 0 || scheduler.nowMs > until) return wrong;
      await sleep(LOOK_MS);
    }
  }

  /** A rewound ranking is the ranking of that moment, right before and after a week's end, too. */
  async #wrongThen(server: Server, { history }: Seen): Promise<string[]> {
    const now = this.#world.scheduler.now();
    const week = weekFrom(now);
    const wrong: string[] = [];
    for (const at of [...AGO_MS.map((ago) => now - ago), week - 1, week]) {
      const path = `/api/leaderboard?limit=${FIRST_ROWS}&at=${new Date(at).toISOString()}`;
      const answer = await server.ask(path);
      if (answer?.status === 404) continue;
      if (answer?.status !== 200) wrong.push(`${path}: ${answer?.status} ${answer?.text}`);
      else wrong.push(...history.wrongThen(at, thenSchema.parse(JSON.parse(answer.text))));
    }
    return wrong;
  }

  /** [SEA1–SEA3] Weeks that ended are closed, alike everywhere and for good. */
  async #wrongWeeks(server: Server, { events, history }: Seen): Promise<string[]> {
    const now = this.#world.scheduler.now();
    const rows = await readAllPast(this.#world.store.memory, { kind: 'season' });
    const closings = new Map(rows.map(({ at, upTo }) => [at, upTo?.number ?? 0]));
    const [first] = events;
    if (!first) return [];
    const running = weekFrom(now);
    const begins = Array.from(
      { length: Math.round((running - weekFrom(first.at)) / WEEK_MS) + 1 },
      (_, n) => running - n * WEEK_MS,
    );
    const seasons = await read(server, '/api/seasons?limit=200', seasonsSchema);
    const wrong = differences(
      '/api/seasons',
      seasons.map(({ from, state }) => ({ from, state })),
      begins.map((from) => ({ from, state: from === running ? 'running' : 'final' })),
    );
    const { orders } = this.#world;
    // A week that is being closed says nothing for good.
    if (wrong.length > 0) return wrong;
    const commits = commitsOf(events, orders);
    for (const { id, from } of seasons) {
      const path = `/api/seasons/${id}`;
      const answer = await server.ask(path);
      const { entries, presidents } = seasonSchema.parse(JSON.parse(answer?.text ?? ''));
      const until = from === running ? events.length : (closings.get(from) ?? 0);
      wrong.push(
        ...differences(path, entries, countWeek(commits, closings, from)),
        ...differences(`${path}, Presidents`, presidents, history.presidentsAfter(until)),
      );
      if (from === running || !answer) continue;
      const before = this.#finals.get(id) ?? answer.text;
      this.#finals.set(id, before);
      if (answer.text !== before) wrong.push(`${id} was ${before}, and is ${answer.text}`);
    }
    return wrong;
  }
}

/** [PRO31] */
async function wrongTotals(server: Server, { history }: Seen): Promise<string[]> {
  const { from, stepMs, series } = await read(server, HISTORY, historySchema);
  return history.wrongTotals(from, stepMs, series);
}

/** As weeks are counted. */
function commitsOf(events: readonly WireEvent[], orders: Orders): Commit[] {
  const reached = new Map<string, number>();
  return events.map((event) => {
    const { walletAddress: wallet, nationId, at, gdpBefore, gdpAfter: gdp } = event;
    if (gdp !== gdpBefore) reached.set(wallet, orders.get(event.id) ?? 0);
    return { wallet, nationId, at, gdp, gdpOrder: reached.get(wallet) ?? 0 };
  });
}
