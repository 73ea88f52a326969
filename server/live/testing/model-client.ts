/** Test support: a client as the protocol describes it, without a real client's machinery. */
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type {
  GdpMessage,
  LeaderboardMessage,
  ResyncMessage,
  WatchAck,
} from '../../../common/protocol/live.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { ModelList } from '../../leaderboard/testing/model-list.ts';

/** An answer of GET /api/leaderboard. */
export interface FetchedList {
  readonly rev: Rev;
  readonly rows: readonly LeaderboardEntry[];
}

export class ModelClient {
  /** The rev of each nation's rows. */
  readonly mine = new Map<NationId, Rev>();
  readonly totals = new Map<NationId, GdpMessage>();
  /** True if the list must be fetched; a fetch that is not new enough leaves it true. */
  wantsList = true;
  readonly #list = new ModelList();
  #kept: LeaderboardMessage[] = [];

  onAck(_ack: WatchAck): void {
    this.wantsList = true;
  }

  onResync(_message: ResyncMessage): void {
    this.wantsList = true;
  }

  onGdp(message: GdpMessage): void {
    this.totals.set(message.nationId, message);
  }

  onLeaderboard(message: LeaderboardMessage): void {
    const mine = this.mine.get(message.nationId);
    if (mine !== undefined && message.rev <= mine) return;
    if (mine === undefined || mine < message.since) {
      this.#kept.push(message);
      this.wantsList = true;
      return;
    }
    this.#list.apply(message.nationId, message, message);
    this.mine.set(message.nationId, message.rev);
  }

  onList({ rev, rows }: FetchedList): void {
    this.wantsList = false;
    for (const nationId of NATION_IDS) {
      const mine = this.mine.get(nationId);
      if (mine !== undefined && mine >= rev) continue;
      this.#list.replaceNation(nationId, rows);
      this.mine.set(nationId, rev);
    }
    const kept = this.#kept;
    this.#kept = [];
    for (const message of kept) this.onLeaderboard(message);
  }

  entries(): LeaderboardEntry[] {
    return this.#list.entries();
  }
}
