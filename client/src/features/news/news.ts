/**
 * What happened to the player since what they have seen, whether the page was open meanwhile or
 * not. Pure.
 */
import { z } from 'zod';
import type { Season, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { parseSaved } from '../../views/parse-saved.ts';
import type { Nameable } from '../../views/names-text.ts';
import { changeText, type RulesChange } from '../../views/rule-changes.tsx';

/** The player's state as they last saw it: what differs from it is news until it is dismissed. */
const seenSchema = z
  .object({
    /** The data set; another one has other players. */
    epoch: z.string(),
    /** Events after it have not been seen. */
    rev: z.string(),
    atMs: z.int().nonnegative(),
    rank: z.int().nonnegative(),
    /** Dollars. */
    gdp: z.int().nonnegative(),
    isPresident: z.boolean(),
    /** The presidency was won since: losing it again is news, too. */
    hasWon: z.boolean().optional(),
    /** Of whom the player follows, by wallet, who is ahead [SCR74]. */
    areAhead: z.object({}).catchall(z.boolean()).optional(),
    /** How many changes of the rules; absent while they are unknown. */
    rules: z.int().nonnegative().optional(),
  })
  .readonly();
export type Seen = z.infer<typeof seenSchema>;

export const parseSeen = (text: string | null): Seen | null => parseSaved(seenSchema, text);

interface Stake {
  readonly id: string;
  readonly isActive: 0 | 1;
  readonly unstakeableAt: string;
}

/** When it happened, ms since 1970; now, if that is not known. */
interface At {
  readonly atMs: number;
}

interface EndedWeek {
  readonly season: Pick<Season, 'id' | 'to' | 'players'>;
  readonly own: Pick<SeasonEntry, 'rank'> | null;
}

/** [CHN1] Stakes that ended because the wallet no longer holds what backs them. */
interface Unbacked extends At {
  readonly stakeIds: readonly string[];
  readonly dollars: number;
}

export interface News {
  /** Null if no place was lost. */
  readonly places:
    | (At & {
        readonly before: number;
        readonly after: number;
        /** The latest first, as far as their events are known. */
        readonly passedBy: readonly Nameable[];
      })
    | null;
  readonly presidency:
    | (At & {
        readonly is: 'won' | 'lost';
        /** What the player's own unstaking, which lost it, cost; 0: another took it. */
        readonly dollars: number;
      })
    | null;
  /** [SCR74] Whom the player follows: who passed them, and whom they passed; null if nobody. */
  readonly followed:
    (At & { readonly passedBy: readonly Nameable[]; readonly passed: readonly Nameable[] }) | null;
  readonly unbacked: readonly Unbacked[];
  /** [LCK1] The stakes whose lock ended; `atMs`: the last of them. */
  readonly unlocked: (At & { readonly stakeIds: readonly string[] }) | null;
  /** The player's place in the week that has ended; null if they had none. */
  readonly week:
    (At & { readonly id: string; readonly rank: number; readonly players: number }) | null;
  /** Changes of the rules, in words. */
  readonly rules: readonly (At & { readonly text: string })[];
}

/** Whether the events since are needed: something was lost. */
export function hasLost(seen: Seen, now: Seen): boolean {
  return now.rank > seen.rank || now.gdp < seen.gdp;
}

/**
 * Null if nothing happened that concerns the player.
 * @param events in any order, of all players; an event may stand among them twice.
 */
export function newsSince(
  seen: Seen,
  now: Seen,
  you: Address,
  {
    events,
    stakes,
    changes,
    people = [],
    week = null,
  }: {
    readonly events: readonly ShownEvent[];
    readonly stakes: readonly Stake[];
    /** Those of the rules that were made, the newest first. */
    readonly changes: readonly RulesChange[];
    /** Whom the player follows. */
    readonly people?: readonly Nameable[];
    /** The last one that is final, if it is known. */
    readonly week?: EndedWeek | null;
  },
): News | null {
  const byId = new Map(events.map((event) => [event.id, event]));
  const recent = [...byId.values()]
    .filter(({ id }) => id > seen.rev)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const passers = now.rank > seen.rank ? passersOf(recent, now.gdp, you) : [];
  // The player's own move may have lost them: no news, unless others passed.
  const isOwnLoss = recent.some((event) => event.walletAddress === you && deltaOf(event) < 0);
  const hasPlaces = now.rank > seen.rank && (passers.length > 0 || !isOwnLoss);
  const news: News = {
    places: hasPlaces
      ? {
          before: seen.rank,
          after: now.rank,
          passedBy: passers,
          atMs: momentOf(passers[0], now),
        }
      : null,
    presidency: presidencySince(seen, now, you, recent),
    followed: followedSince(seen, now, people, recent),
    unbacked: recent
      .filter(({ kind, walletAddress }) => kind === 'stakes-unbacked' && walletAddress === you)
      .map((event) => ({
        stakeIds: event.detail.stakeIds ?? [],
        dollars: deltaOf(event),
        atMs: instantOf(event.at),
      })),
    unlocked: unlockedBetween(stakes, seen.atMs, now.atMs),
    week: weekSince(seen, week),
    rules: changes
      .slice(0, Math.max(0, changes.length - (seen.rules ?? changes.length)))
      .map((change) => ({ atMs: change.atMs, text: changeText(change) })),
  };
  const { places, presidency, followed, unbacked, unlocked, rules, week: over } = news;
  const isAny = places || presidency || followed || unlocked || over;
  return isAny || unbacked.length + rules.length > 0 ? news : null;
}

const momentOf = (event: ShownEvent | undefined, now: Seen) =>
  event ? instantOf(event.at) : now.atMs;

/**
 * Who of them is ahead. By GDP: a rank moves with others' moves, and theirs may
 * be half a minute old.
 */
export function areAhead(
  own: Standing,
  people: readonly (Standing & Nameable)[],
): NonNullable<Seen['areAhead']> {
  const isAhead = ({ gdp, rank }: Standing): boolean =>
    gdp === own.gdp ? rank < own.rank : gdp > own.gdp;
  return Object.fromEntries(people.map((one) => [one.walletAddress, isAhead(one)]));
}

interface Standing {
  readonly rank: number;
  readonly gdp: number;
}

/** Only of who was followed already. */
function followedSince(
  seen: Seen,
  now: Seen,
  people: readonly Nameable[],
  recent: readonly ShownEvent[],
): News['followed'] {
  const passing = (wasAhead: boolean) =>
    people.filter(
      ({ walletAddress: wallet }) =>
        seen.areAhead?.[wallet] === wasAhead && now.areAhead?.[wallet] === !wasAhead,
    );
  const [passedBy, passed] = [passing(false), passing(true)];
  return passedBy.length + passed.length > 0
    ? { passedBy, passed, atMs: momentOf(recent[0], now) }
    : null;
}

function weekSince({ atMs }: Seen, week: EndedWeek | null): News['week'] {
  if (!week?.own || instantOf(week.season.to) <= atMs) return null;
  const { id, to, players } = week.season;
  return { id, rank: week.own.rank, players, atMs: instantOf(to) };
}

/** [PRE1] */
function presidencySince(
  seen: Seen,
  now: Seen,
  you: Address,
  recent: readonly ShownEvent[],
): News['presidency'] {
  const is = now.isPresident ? 'won' : 'lost';
  const was = is === 'won' ? !seen.isPresident : seen.isPresident || seen.hasWon;
  if (!was) return null;
  const own = recent.find(
    ({ kind, walletAddress }) => walletAddress === you && kind === 'cultural-unstaked',
  );
  const loss = is === 'lost' ? own : undefined;
  const decisive = loss ?? recent.find(({ kind }) => kind.startsWith('cultural-'));
  return { is, dollars: loss ? deltaOf(loss) : 0, atMs: momentOf(decisive, now) };
}

/**
 * [LB1] The events by which players who had no more GDP than the player passed; of each player the
 * latest.
 */
function passersOf(events: readonly ShownEvent[], gdp: number, you: Address) {
  const passers = new Map<Address, ShownEvent>();
  for (const event of events) {
    const { walletAddress, gdpBefore, gdpAfter } = event;
    if (walletAddress === you || gdpBefore > gdp || gdpAfter <= gdp) continue;
    if (!passers.has(walletAddress)) passers.set(walletAddress, event);
  }
  return [...passers.values()];
}

/** [LCK1] The active stakes whose lock ended after `afterMs` and no later than `untilMs`. */
function unlockedBetween(
  stakes: readonly Stake[],
  afterMs: number,
  untilMs: number,
): News['unlocked'] {
  const ended = stakes
    .map(({ id, isActive, unstakeableAt }) => ({ id, isActive, atMs: instantOf(unstakeableAt) }))
    .filter(({ isActive, atMs }) => isActive === 1 && atMs > afterMs && atMs <= untilMs);
  if (ended.length === 0) return null;
  return {
    stakeIds: ended.map(({ id }) => id),
    atMs: Math.max(...ended.map(({ atMs }) => atMs)),
  };
}
