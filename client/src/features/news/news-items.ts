/** News about the player while the page is open, derived from the live messages. Pure. */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { nationIdSchema } from '../../../../common/values/nation-id.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';

const namedSchema = z.object({
  walletAddress: writtenAddressSchema,
  name: z.string().nullable(),
});
export type Named = Readonly<z.infer<typeof namedSchema>>;

const rankSchema = z.int().positive();
const stakeIdsSchema = z.array(z.string()).readonly();

export const newsItemSchema = z.discriminatedUnion('kind', [
  /** Others passed the player: the latest first. */
  z.object({
    kind: z.literal('passed'),
    key: z.string(),
    by: z.array(namedSchema).readonly(),
    rankBefore: rankSchema,
    rankAfter: rankSchema,
  }),
  z.object({
    kind: z.literal('presidency'),
    key: z.string(),
    became: z.enum(['won', 'lost']),
    nationId: nationIdSchema,
    /** The current president; null if there is none. */
    by: namedSchema.nullable(),
  }),
  /** [CHN1] Stakes ended because the wallet no longer holds what backs them. */
  z.object({
    kind: z.literal('unbacked'),
    key: z.string(),
    stakeIds: stakeIdsSchema,
    dollars: z.int(),
    block: z.int().nullable(),
  }),
  /** [LCK1] */
  z.object({ kind: z.literal('unlocked'), key: z.string(), stakeIds: stakeIdsSchema }),
]);
export type NewsItem = Readonly<z.infer<typeof newsItemSchema>>;

/** The player's own move, to celebrate. */
export interface OwnMove {
  readonly key: string;
  readonly dollars: number;
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

interface EventNews {
  readonly passedBy: readonly Named[];
  readonly unbacked: readonly Extract<NewsItem, { kind: 'unbacked' }>[];
  readonly ownMoves: readonly OwnMove[];
  /** The player's rank after all the events, as computed from them. */
  readonly rank: number;
}

/**
 * Replays events in commit order, tracking the player's rank at each.
 * @param events newest first, as kept.
 * @param rank the player's, before the oldest event.
 */
export function newsFrom(events: readonly ShownEvent[], you: Address, rank: number): EventNews {
  const passedBy: Named[] = [];
  const unbacked: Extract<NewsItem, { kind: 'unbacked' }>[] = [];
  const ownMoves: OwnMove[] = [];
  let at = rank;
  for (const event of [...events].reverse()) {
    const { id: key, walletAddress, name, kind, detail } = event;
    const [before, after] = [event.rankBefore ?? null, event.rankAfter ?? null];
    const delta = deltaOf(event);
    if (walletAddress === you) {
      if (after !== null) at = after;
      if (kind === 'stakes-unbacked') {
        unbacked.push({
          kind: 'unbacked',
          key,
          stakeIds: detail.stakeIds ?? [],
          dollars: delta,
          block: detail.block ?? null,
        });
      } else if (delta > 0 && kind !== 'nation-chosen') {
        ownMoves.push({ key, dollars: delta, rankBefore: before, rankAfter: after });
      }
      continue;
    }
    if (after === null) continue;
    const wasBehind = before === null || before > at;
    if (wasBehind && after <= at) {
      at += 1;
      passedBy.unshift({ walletAddress, name });
    } else if (!wasBehind && after >= at) {
      at -= 1;
    }
  }
  return { passedBy, unbacked, ownMoves, rank: at };
}

/** How many of the players who passed are kept by name. */
const KEPT = 20;

/** Merges earlier and new passes into one loss of places. */
export function withPassed(
  news: readonly NewsItem[],
  passedBy: readonly Named[],
  { rankBefore, rankAfter, key }: { rankBefore: number; rankAfter: number; key: string },
): readonly NewsItem[] {
  if (passedBy.length === 0) return news;
  const earlier = news.find((item) => item.kind === 'passed');
  const recent = new Set(passedBy.map(({ walletAddress }) => walletAddress));
  const by = [
    ...passedBy,
    ...(earlier?.by.filter(({ walletAddress }) => !recent.has(walletAddress)) ?? []),
  ].slice(0, KEPT);
  return [
    { kind: 'passed', key, by, rankBefore: earlier?.rankBefore ?? rankBefore, rankAfter },
    ...news.filter((item) => item.kind !== 'passed'),
  ];
}

/** Drops unlock news for stakes that have ended since. */
export function withoutEnded(
  news: readonly NewsItem[],
  active: ReadonlySet<string>,
): readonly NewsItem[] {
  const kept = news.flatMap((item): NewsItem[] => {
    if (item.kind !== 'unlocked') return [item];
    const stakeIds = item.stakeIds.filter((id) => active.has(id));
    if (stakeIds.length === item.stakeIds.length) return [item];
    return stakeIds.length === 0 ? [] : [{ ...item, stakeIds }];
  });
  return unlessSame(news, kept);
}

/** Drops losses that were won back; the rest get the current rank. */
export function dropOutdated(news: readonly NewsItem[], rank: number): readonly NewsItem[] {
  const kept = news.flatMap((item): NewsItem[] => {
    if (item.kind !== 'passed') return [item];
    if (rank <= item.rankBefore) return [];
    return [item.rankAfter === rank ? item : { ...item, rankAfter: rank }];
  });
  return unlessSame(news, kept);
}

function unlessSame(news: readonly NewsItem[], kept: readonly NewsItem[]): readonly NewsItem[] {
  return kept.length === news.length && kept.every((item, i) => item === news[i]) ? news : kept;
}

/** The change of presidency; null if it doesn't concern the player. */
export function presidencyNews(
  you: Address,
  nationId: NationId,
  before: Address | null,
  by: Named | null,
): Extract<NewsItem, { kind: 'presidency' }> | null {
  const after = by?.walletAddress ?? null;
  if (before === after || (before !== you && after !== you)) return null;
  const became = after === you ? 'won' : 'lost';
  return { kind: 'presidency', key: `presidency ${nationId}`, became, nationId, by };
}

interface Locked {
  readonly id: string;
  readonly unstakeableAt: string;
}

/** [LCK1] The stakes whose lock ended after `afterMs` and no later than `untilMs`. */
export function unlockedBetween(
  stakes: readonly Locked[],
  afterMs: number,
  untilMs: number,
): readonly string[] {
  return stakes
    .filter(({ unstakeableAt }) => {
      const atMs = instantOf(unstakeableAt);
      return atMs > afterMs && atMs <= untilMs;
    })
    .map(({ id }) => id);
}

/** The players a move passed, by the current ranking: those who now hold the places it went past. */
export function passedOn<Row extends { readonly walletAddress: Address }>(
  rows: readonly Row[],
  you: Address,
  { rankBefore, rankAfter }: Pick<OwnMove, 'rankBefore' | 'rankAfter'>,
): readonly Row[] {
  if (rankBefore === null || rankAfter === null || rankAfter >= rankBefore) return [];
  // With the player's own row removed, it doesn't matter whether the ranking includes the move yet.
  return rows
    .slice(0, rankBefore)
    .filter(({ walletAddress }) => walletAddress !== you)
    .slice(rankAfter - 1, rankBefore - 1);
}

type NameOf = (wallet: Address) => string | null;

/** Adds a name that became known later: a newcomer's name is checked only after their first move. */
export function withName(person: Named, nameOf: NameOf): Named {
  return { ...person, name: person.name ?? nameOf(person.walletAddress) };
}

/** The same for everyone the news mentions. */
export function withNames(item: NewsItem, nameOf: NameOf): NewsItem {
  const named = (person: Named): Named => withName(person, nameOf);
  switch (item.kind) {
    case 'passed':
      return { ...item, by: item.by.map(named) };
    case 'presidency':
      return { ...item, by: item.by && named(item.by) };
    case 'unbacked':
    case 'unlocked':
      return item;
  }
}
