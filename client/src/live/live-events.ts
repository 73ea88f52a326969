/**
 * What just moved a nation's GDP or its work, from the ticks, before any event is fetched. Pure.
 */
import type { GameEvent } from '../../../common/protocol/events.ts';
import type { Tick, TickEvent } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';

/** An event, with what only the page that heard it live knows. */
export type ShownEvent = GameEvent &
  Partial<Pick<TickEvent, 'rankBefore' | 'rankAfter'>> & {
    /** Whether it won or lost its player the nation's presidency. */
    readonly presidency?: 'won' | 'lost';
  };

/** Dollars: what it did to its player's GDP. */
export function deltaOf({
  gdpBefore,
  gdpAfter,
}: Pick<GameEvent, 'gdpBefore' | 'gdpAfter'>): number {
  return gdpAfter - gdpBefore;
}

/** Places gained; negative if lost; 0 if a rank is unknown, or the player joined. */
export function placesOf({
  rankBefore,
  rankAfter,
}: Pick<ShownEvent, 'rankBefore' | 'rankAfter'>): number {
  return rankBefore && rankAfter ? rankBefore - rankAfter : 0;
}

/**
 * Those whom a move passed, the best first, whether or not the ranking includes it yet. @param rows
 * best first.
 */
export function passedOn<Row extends { readonly walletAddress: Address }>(
  rows: readonly Row[],
  event: Pick<ShownEvent, 'walletAddress' | 'rankBefore' | 'rankAfter'>,
): readonly Row[] {
  const { walletAddress, rankBefore, rankAfter } = event;
  if (!rankBefore || !rankAfter || rankAfter >= rankBefore) return [];
  return rows
    .slice(0, rankBefore)
    .filter((row) => row.walletAddress !== walletAddress)
    .slice(rankAfter - 1, rankBefore - 1);
}

/** The nations as of their previous ticks. */
type Before = Partial<
  Readonly<
    Record<
      NationId,
      { readonly gdp: number; readonly players: number; readonly presidentWallet: Address | null }
    >
  >
>;

/** A few minutes of a busy game; GET /api/events has older ones. */
const MAX_EVENTS = 400;

/** A tick's events added to the earlier ones, newest first. */
export function withEvents(
  old: readonly ShownEvent[],
  { nations, events }: Pick<Tick, 'nations' | 'events'>,
  before: Before,
): readonly ShownEvent[] {
  const known = new Set(old.map(({ id }) => id));
  const news = events.filter(({ id }) => !known.has(id));
  if (news.length === 0) return old;
  const presidencies = new Map<Rev, 'won' | 'lost'>();
  for (const { nationId, president } of nations) {
    const was = before[nationId]?.presidentWallet;
    const is = president?.walletAddress ?? null;
    if (was === undefined || president === undefined || was === is) continue;
    const ofNation = news.filter((event) => event.nationId === nationId);
    const decisive = decisiveEvent(ofNation, was, is);
    if (decisive) presidencies.set(decisive.id, decisive.walletAddress === is ? 'won' : 'lost');
  }
  const shown = news.map((event): ShownEvent => {
    const presidency = presidencies.get(event.id);
    return presidency ? { ...event, presidency } : event;
  });
  return [...shown.reverse(), ...old].slice(0, MAX_EVENTS);
}

/** [PRE1] The last event that changed the nation's president. */
function decisiveEvent(
  events: readonly TickEvent[],
  was: Address | null,
  is: Address | null,
): TickEvent | undefined {
  const isOf = (wallet: Address | null, kinds: readonly string[]) =>
    events.reduce<TickEvent | undefined>(
      (last, event) =>
        event.walletAddress === wallet && kinds.includes(event.kind) ? event : last,
      undefined,
    );
  return isOf(is, ['cultural-staked']) ?? isOf(was, ['cultural-unstaked', 'stakes-unbacked']);
}
