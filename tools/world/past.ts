/** What processes say of the past: rewound rankings, totals and weeks, by the model's history. */
import { z } from 'zod';
import { countWeek, weekFrom } from '../../common/testing/weeks.ts';
import { sleep } from '../../server/lib/machine.ts';
import type { Server } from './client/deployment.ts';
import { read } from './client/reads.ts';
import { differences } from './model/differences.ts';
import type { History } from './model/history.ts';
import { nationSchema, rowSchema, type WireEvent } from './model/wire.ts';
import { FIRST_ROWS } from './server.ts';
import { HISTORY, SKEW_MS, type World } from './world.ts';

/** How long a week that has ended may be missing: from a record that no process wrote meanwhile. */
const RECORDED_MS = 30_000;
/** A history may lack the commits of the last 2 s. */
const FRESH_MS = 2500;
const LOOK_MS = 500;
/** After all others. */
const LAST_REV = 'f'.repeat(16);
const AGO_MS = [2100, 4000, 6000, 8000, 10_000, 13_000, 18_000, 3 * 60 * 60_000];

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
  season: z.object({ state: z.string() }),
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
  highlights: z.array(z.unknown()).optional(),
});
/** All that is said of it. */
const wholeSchema = z.looseObject({
  season: z.looseObject({ state: z.string() }),
  highlights: z.array(z.unknown()).optional(),
});

/** All events, oldest first, and what the game was after each. */
interface Seen {
  readonly events: readonly WireEvent[];
  readonly history: History;
}

export class Past {
  readonly #world: World;
  /** What was said of each final week. */
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
        ...(await this.#inTime(RECORDED_MS, async () => this.#wrongWeeks(server, await seen()))),
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
    // By the slowest clock of a process.
    const now = this.#world.now - SKEW_MS;
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

  /** [SEA1–SEA3] Every week is what it was at its end, alike everywhere and for good. */
  async #wrongWeeks(server: Server, { events, history }: Seen): Promise<string[]> {
    const { orders, weekEnds } = this.#world;
    const seasons = await read(server, '/api/seasons?limit=200', seasonsSchema);
    const ended = weekEnds.ended();
    const right = [
      ...ended.map(({ from }) => ({ from, state: 'final' })),
      { from: weekEnds.open, state: 'running' },
    ].toReversed();
    const shown = seasons.map(({ from, state }) => ({ from, state }));
    const wrong = differences('/api/seasons', shown, right);
    // What is missing is not there yet.
    if (wrong.length > 0) return wrong;
    const log = weekEnds.log(events, orders);
    const revs = new Map(ended.map(({ from, rev }) => [from, rev]));
    for (const { id, from } of seasons) {
      const path = `/api/seasons/${id}`;
      const answer = await server.ask(path);
      const week = seasonSchema.parse(JSON.parse(answer?.text ?? ''));
      const { entries, presidents, highlights, season } = week;
      const later = seasons.filter((one) => one.state === 'final' && one.from > from);
      // Where more weeks end at once, the oldest get no story.
      if (season.state === 'final' && !highlights && later.length < 8) {
        wrong.push(`${path} has no story`);
      }
      wrong.push(
        ...differences(path, entries, countWeek(log, from)),
        ...differences(
          `${path}, Presidents`,
          presidents,
          history.presidentsAt(revs.get(from) ?? LAST_REV),
        ),
      );
      if (answer) wrong.push(...this.#unlikeBefore(id, answer.text));
    }
    return wrong;
  }

  /** [SEA1, SEA5] Of a final week all processes say the same, from its end on. */
  #unlikeBefore(id: string, text: string): string[] {
    const { highlights, ...rest } = wholeSchema.parse(JSON.parse(text));
    if (rest.season.state !== 'final') return [];
    const said = { [id]: rest, ...(highlights && { [`the story of ${id}`]: highlights }) };
    return Object.entries(said).flatMap(([name, value]) => {
      const is = JSON.stringify(value);
      const before = this.#finals.get(name) ?? is;
      this.#finals.set(name, before);
      return is === before ? [] : [`${name} was ${before}, and is ${is}`];
    });
  }

  /** During faults, of the week that ended last. @returns what is wrong, in words. */
  async look(server: Server): Promise<string[]> {
    const id = this.#world.weekEnds.lastId;
    const answer = id === null ? null : await server.ask(`/api/seasons/${id}`);
    // It may have been asked before the game was restored.
    const isHere = id === this.#world.weekEnds.lastId;
    return id !== null && isHere && answer?.status === 200
      ? this.#unlikeBefore(id, answer.text)
      : [];
  }
}

/** [PRO31] */
async function wrongTotals(server: Server, { history }: Seen): Promise<string[]> {
  const { from, stepMs, series } = await read(server, HISTORY, historySchema);
  return history.wrongTotals(from, stepMs, series);
}
