/** [SEA1–SEA3] A week's ranking, counted from the log of all commits. */

/** A commit, as every process sees it. */
interface Commit {
  readonly wallet: string;
  readonly nationId: string;
  /** Its moment, ms since 1970. */
  readonly at: number;
  /** After it, in dollars. */
  readonly gdp: number;
  readonly gdpOrder: number;
}

/** A commit, or the end of the open week: when the next one begins. */
export type Logged = Commit | { readonly opens: number };

interface Entry {
  readonly rank: number;
  readonly walletAddress: string;
  readonly nationId: string;
  readonly gained: number;
  readonly gdp: number;
}

export const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** The first Monday after 1970 began. */
const MONDAY_MS = Date.UTC(1970, 0, 5);

/** When the week of a moment began, ms since 1970. */
export function weekFrom(at: number): number {
  return at - ((((at - MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS);
}

/**
 * A player's commit counts for the week that is open at its place, or, if it is dated later, which
 * only release 1.0 did, for that one.
 * @param log in its order.
 * @param week when it began.
 */
export function countWeek(log: readonly Logged[], week: number): Entry[] {
  const players = new Map<string, { readonly week: number; readonly commit: Commit }[]>();
  let open = 0;
  for (const logged of log) {
    if ('opens' in logged) {
      open = logged.opens;
      continue;
    }
    const own = players.get(logged.wallet) ?? [];
    players.set(logged.wallet, own);
    const counts = Math.max(open, weekFrom(logged.at), own.at(-1)?.week ?? 0);
    own.push({ week: counts, commit: logged });
  }
  const racers = [...players.values()].flatMap((own) => {
    const last = own.findLast((one) => one.week === week);
    const before = own.filter((one) => one.week < week);
    // Who joins in the week begins at what joining gave.
    const bases = before.length > 0 ? before : own.slice(0, 1);
    if (!last) return [];
    const gained = last.commit.gdp - Math.max(...bases.map(({ commit }) => commit.gdp));
    return gained > 0 ? [{ ...last.commit, gained }] : [];
  });
  racers.sort(
    (a, b) =>
      b.gained - a.gained ||
      a.gdpOrder - b.gdpOrder ||
      (a.wallet.toLowerCase() < b.wallet.toLowerCase() ? -1 : 1),
  );
  return racers.map(({ wallet, nationId, gdp, gained }, place) => ({
    rank: place + 1,
    walletAddress: wallet,
    nationId,
    gained,
    gdp,
  }));
}
