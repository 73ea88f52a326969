/**
 * A stretch of the past that can be played: the ranking of its beginning, and the events after it,
 * loaded page by page. Framework-free; the clock is the caller's.
 */
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import { PAST_ROWS } from '../../../../../common/protocol/leaderboard.ts';
import type { ReplayEvent, ReplaySnapshot } from '../../../../../common/protocol/replay.ts';
import { ACTIVITY_KINDS } from '../../../../../common/values/event-kinds.ts';
import { RankingOn } from '../../../../../common/rules/ranking-on.ts';
import type { RankKey } from '../../../../../common/rules/ranking.ts';
import { instantOf } from '../../../../../common/values/instant.ts';
import { byNation, NATIONS, type NationId } from '../../../../../common/values/nations.ts';

interface ReplayPage {
  readonly snapshot: ReplaySnapshot | null;
  readonly events: readonly ReplayEvent[];
  readonly next: string | null;
}

/** Loads a page; `cursor` null: the first. */
type LoadPage = (cursor: string | null) => Promise<ReplayPage>;

/** A moment, as it is shown. */
export interface PastFrame {
  /** The first rows, at most 100. A row that did not change is the same object as before. */
  readonly rows: readonly LeaderboardEntry[];
  readonly count: number;
  readonly totals: Readonly<Record<NationId, number>>;
  /** The last events that a feed shows, newest first. */
  readonly activity: readonly ReplayEvent[];
  /** True if more of the first rows are unknown than shown: the replay ends here. */
  readonly isLost: boolean;
}

type Row = RankKey & { readonly entry: LeaderboardEntry };

/** Something that happens when the replay reaches it. */
type Step =
  | { readonly atMs: number; readonly event: ReplayEvent }
  | { readonly atMs: number; readonly snapshot: ReplaySnapshot };

/**
 * More than a feed has lines: it may be one of a few people's, and many happen between two frames.
 */
const EVENTS_KEPT = 64;

export class Replay {
  readonly #load: LoadPage;
  readonly #toMs: number;
  #ranking: RankingOn<Row> | null = null;
  /** Loaded, and not reached yet; from `#done` on. */
  #steps: Step[] = [];
  #done = 0;
  #activity: ReplayEvent[] = [];
  #cursor: string | null = null;
  #isWhole = false;
  #loading: Promise<void> | null = null;
  #lastAtMs = 0;
  /** The last frame's rows, by what they were made from. */
  #shown = new Map<LeaderboardEntry, LeaderboardEntry>();

  /** @param toMs where the stretch ends. */
  constructor(load: LoadPage, toMs: number) {
    this.#load = load;
    this.#toMs = toMs;
  }

  /** Up to when everything is loaded: the next page may begin at the moment of the last event. */
  get loadedMs(): number {
    return this.#isWhole ? this.#toMs : this.#lastAtMs - 1;
  }

  /** True once the whole stretch is loaded. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Loads the next page, if there is one and none is coming. @throws as the loader does */
  async loadMore(): Promise<void> {
    if (this.#isWhole) return;
    this.#loading ??= this.#loadPage().finally(() => (this.#loading = null));
    await this.#loading;
  }

  async #loadPage(): Promise<void> {
    const { snapshot, events, next } = await this.#load(this.#cursor);
    if (this.#done > 0) this.#steps.splice(0, this.#done);
    this.#done = 0;
    if (snapshot) {
      // A later page's snapshot belongs right after the last event before it.
      const atMs = this.#ranking ? this.#lastAtMs : instantOf(snapshot.at);
      this.#steps.push({ atMs, snapshot });
      if (!this.#ranking) this.#begin(snapshot);
    }
    for (const event of events) {
      this.#lastAtMs = Math.max(this.#lastAtMs, instantOf(event.at));
      this.#steps.push({ atMs: this.#lastAtMs, event });
    }
    this.#cursor = next;
    this.#isWhole = next === null;
  }

  /** Applies what happened up to a moment. True if anything did. */
  advanceTo(atMs: number): boolean {
    const before = this.#done;
    for (; this.#done < this.#steps.length; this.#done += 1) {
      const step = this.#steps[this.#done];
      if (!step || step.atMs > atMs) break;
      if ('snapshot' in step) this.#begin(step.snapshot);
      else this.#apply(step.event);
    }
    return this.#done > before;
  }

  frame(): PastFrame {
    const ranking = this.#ranking;
    if (!ranking)
      return { rows: [], count: 0, totals: byNation(() => 0), activity: [], isLost: false };
    const presidents = byNation((nationId) => ranking.president(nationId));
    const shown = new Map<LeaderboardEntry, LeaderboardEntry>();
    const rows = ranking.first(PAST_ROWS).map(({ entry }, place) => {
      const president = presidents[entry.nationId];
      const last = this.#shown.get(entry);
      const now = {
        rank: place + 1,
        presidentWallet: president?.wallet ?? null,
        presidentStakedCount: president?.culturalCount ?? 0,
      };
      const isSame =
        last?.rank === now.rank &&
        last.presidentWallet === now.presidentWallet &&
        last.presidentStakedCount === now.presidentStakedCount;
      const row = isSame ? last : { ...entry, ...now };
      shown.set(entry, row);
      return row;
    });
    this.#shown = shown;
    return {
      rows,
      count: ranking.count,
      totals: byNation((nationId) => ranking.total(nationId).gdp),
      activity: this.#activity,
      isLost: rows.length < Math.min(PAST_ROWS, ranking.count),
    };
  }

  #begin({ rows, count, candidates, totals }: ReplaySnapshot): void {
    this.#ranking = new RankingOn<Row>({
      rows: rows.map((entry) => ({
        wallet: entry.walletAddress,
        gdp: entry.gdp,
        gdpOrder: entry.gdpOrder,
        entry,
      })),
      count,
      candidates: byNation((nationId) => ({
        areAll: candidates[nationId].areAll,
        first: candidates[nationId].first.map(({ walletAddress, stakedCount, culturalOrder }) => ({
          wallet: walletAddress,
          culturalCount: stakedCount,
          culturalOrder,
        })),
      })),
      totals,
    });
  }

  #apply(event: ReplayEvent): void {
    const { walletAddress: wallet, nationId, gdpAfter: gdp, gdpOrder, culturalOrder } = event;
    const nation = NATIONS[nationId];
    this.#ranking?.apply({
      nationId,
      gdpBefore: event.kind === 'nation-chosen' ? null : event.gdpBefore,
      candidate: { wallet, culturalCount: event.stakedCount, culturalOrder },
      row: {
        wallet,
        gdp,
        gdpOrder,
        entry: {
          rank: 1,
          nationId,
          nationName: nation.name,
          flag: nation.flag,
          walletAddress: wallet,
          name: event.name,
          gdp,
          gdpSince: event.gdpSince,
          gdpOrder,
          culturalOrder,
          denaHoldings: event.denaHoldings,
          resources: event.resources,
          presidentWallet: null,
          presidentStakedCount: 0,
        },
      },
    });
    const isShown = ACTIVITY_KINDS.some((kind) => kind === event.kind);
    if (isShown) this.#activity = [event, ...this.#activity].slice(0, EVENTS_KEPT);
  }
}

const DAY_MS = 24 * 60 * 60_000;
const HALF_DAY_MS = DAY_MS / 2;

/**
 * What the scrubber spans: the last day, if the moment lies in it; otherwise the day around the
 * moment, which moves on in half days, so that it stands still while the moment moves. Within the
 * game in any case.
 */
export function windowAround(
  atMs: number,
  begunMs: number,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const minute = Math.ceil(nowMs / 60_000) * 60_000;
  const lastDay = minute - DAY_MS;
  if (atMs >= lastDay) return { fromMs: Math.max(begunMs, lastDay), toMs: nowMs };
  const half = Math.floor(atMs / HALF_DAY_MS) * HALF_DAY_MS;
  const isLate = atMs - half >= HALF_DAY_MS / 2;
  const fromMs = isLate ? half : half - HALF_DAY_MS;
  return { fromMs: Math.max(begunMs, fromMs), toMs: Math.min(nowMs, fromMs + DAY_MS) };
}
