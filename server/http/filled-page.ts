/**
 * A page whose HTML shows the game, or other rules than the specification's: rendered once per
 * rev (and again when a minute has passed, or the rules have changed), at most once per
 * `FRESH_MS`, only if somebody asks, and never on this thread. Requests share the rendered page,
 * or wait a moment for a render, which takes 12 ms (bench/RESULTS.md). Whatever goes wrong, they
 * get null, and with it the page as it was built.
 */
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import { PAGE_FACTS_ROWS, SHOWN_ROWS } from '../../common/protocol/page-facts-place.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { standingsOf, worksOf } from '../game/reads/views.ts';
import { AtRev } from '../leaderboard/at-rev.ts';
import type { Board } from '../leaderboard/board.ts';
import { leaderboardEntry } from '../leaderboard/entry.ts';
import type { NationChanges } from '../leaderboard/earlier-board.ts';
import { within } from '../lib/deadline.ts';
import { monotonicNow } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { listTag } from './answer-headers.ts';

/** The HTML may be this much behind the board, which may change 20 times a second. */
const FRESH_MS = 1000;
/**
 * And this old while the board stands still: gains and losses of ten minutes shift as time passes.
 */
const MAX_AGE_MS = 60_000;
/** How long a request waits for a render: it takes some 20 ms. */
const WAIT_MS = 500;
/** After a failure, how long the page is served as it was built. */
const REST_MS = 10_000;

export type FilledPage = ReturnType<typeof createFilledPage>;

export function createFilledPage<Facts extends PageFacts | null>(parts: {
  readonly source: PageFactsSource<Facts>;
  readonly render: (facts: Facts) => Promise<string>;
  /** Of the rules that it shows. */
  readonly rulesHash: () => string;
  readonly log: Log;
  /** Monotonic, in ms. */
  readonly now?: () => number;
}) {
  const { source, render, rulesHash, log, now = monotonicNow } = parts;
  const pages = new AtRev<string>(source.board, {
    freshMs: FRESH_MS,
    maxAgeMs: MAX_AGE_MS,
    now,
  });
  /** The render under way, as its callers wait for it: null if it takes too long or fails. */
  let coming: Promise<string | null> | null = null;
  let restUntilMs = 0;

  return {
    /** Its HTML as of at most `FRESH_MS` ago; null if it can't be had in time. */
    async take(): Promise<string | null> {
      // Made, fresh enough and of the board's data set.
      const page = pages.ready(rulesHash());
      if (page !== undefined) return page;
      if (now() < restUntilMs) return null;
      coming ??= next();
      return coming;
    },
  };

  function next(): Promise<string | null> {
    const rendered = pages.take(rulesHash(), () => render(source.read())).catch(failed);
    // A render that is late is used by later requests; until then nobody waits for it.
    void rendered.finally(() => (coming = null));
    return within(WAIT_MS, rendered).catch(() => null);
  }

  function failed(error: unknown): null {
    restUntilMs = now() + REST_MS;
    log.error({ err: error }, 'a page could not be rendered; it is served without figures');
    return null;
  }
}

export interface PageFactsSource<Facts extends PageFacts | null = PageFacts> {
  /** Whose data set and rev `read` shows. */
  readonly board: Pick<Board, 'epoch' | 'rev'>;
  read(): Facts;
}

/** What the HTML of a page shows of the game, read from the board. */
export function pageFactsOf(
  board: Board,
  nationChanges: Pick<NationChanges, 'of' | 'growth' | 'contributed'>,
  /** For witnesses: the ledger's checkpoint; null: there is none. */
  checkpoint: () => NonNullable<PageFacts['ledger']> | null = () => null,
): PageFactsSource {
  return {
    board,
    read() {
      const { epoch, rev, count } = board;
      const shown = count <= PAGE_FACTS_ROWS ? PAGE_FACTS_ROWS : SHOWN_ROWS;
      const ledger = checkpoint();
      return {
        epoch,
        rev,
        etag: listTag(board, LIVE_ROWS, 0),
        totalCount: count,
        rows: board
          .slice(shown, 0)
          .map((row, i) => leaderboardEntry(row, i + 1, board.nation(row.nationId))),
        standings: standingsOf(board, nationChanges),
        works: worksOf(board, nationChanges),
        ...(ledger && { ledger }),
      };
    },
  };
}
