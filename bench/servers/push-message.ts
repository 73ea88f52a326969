/** What the benchmarks push: a tick with one changed row, about 600 bytes as a frame, and one whole commit. */
import { leaderboardEntrySchema } from '../../common/protocol/leaderboard.ts';
import { tickSchema, type SentMessages } from '../../common/protocol/live.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { Board } from '../../server/leaderboard/board.ts';
import { choose, revOf, SmallGame, stake } from '../../server/leaderboard/testing/fixtures.ts';
import { LiveWindow } from '../../server/leaderboard/window.ts';
import { partOf, tick } from '../../server/live/outbound/messages.ts';

const PLAYERS = 1000;
/** More than a run of the benchmark sends. */
const STAKES = 4000;

const CHANGED = leaderboardEntrySchema.parse({
  rank: 1,
  nationId: 'italy',
  nationName: 'Italy',
  flag: '🇮🇹',
  walletAddress: walletOf(1),
  name: null,
  gdp: 179_999,
  gdpSince: '2026-01-01T00:00:00.000Z',
  gdpOrder: 1,
  culturalOrder: 1,
  denaHoldings: '123456.789012345678',
  resources: { wood: 120, oil: 45, food: 310, technology: 12 },
  presidentWallet: walletOf(7),
  presidentStakedCount: 12,
});

/** The caller sets its rev, from which a receiver knows when it was sent. */
export function messageAt(rev: string): SentMessages['tick'] {
  return tickSchema.parse({
    room: 'all',
    since: '0'.repeat(16),
    rev,
    digest: '0'.repeat(16),
    nations: [
      {
        nationId: 'italy',
        gdp: 180_000,
        players: 1,
        president: { walletAddress: walletOf(7), staked: 12 },
        changed: [CHANGED],
        left: [],
      },
    ],
    events: [],
  });
}

/** A board of 1000 players, and one stake after the other. */
export class Stakes {
  readonly board = new Board();
  readonly #events: StoredEvent[];
  #window: LiveWindow | null = null;

  constructor() {
    const game = new SmallGame();
    for (let n = 0; n < PLAYERS; n += 1) {
      game.playOn(this.board, choose(n, NATION_IDS[n % NATION_IDS.length] ?? 'usa'));
    }
    // Decided beforehand: only what comes after a commit is measured.
    this.#events = Array.from({ length: STAKES }, (_, n) => {
      game.now += 1000;
      const event = game.play(stake((n * 7) % PLAYERS, 10 + n));
      if (!event) throw new Error('a stake was refused');
      return event;
    }).toReversed();
  }

  /** Applies the next one. */
  commit(): void {
    const event = this.#events.pop();
    if (!event) throw new Error('there are no more stakes');
    this.board.apply(event);
  }

  /** Applies the next one; the message that tells everyone. */
  next(): SentMessages['tick'] & { readonly rev: string } {
    this.#window ??= new LiveWindow(this.board);
    this.commit();
    const part = partOf('all', this.#window.take());
    if (!part) throw new Error('a stake changed nothing');
    const digest = this.#window.digest();
    return tick(this.board, 'all', part, { since: revOf(0), digest });
  }
}
