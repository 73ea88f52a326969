/** What happened to the player while the page was open, out of what the live messages told. Pure. */
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { LiveCause } from '../../live/live-causes.ts';

export interface Named {
  readonly walletAddress: Address;
  readonly name: string | null;
}

export type Telling =
  /** Others came past. */
  | {
      readonly kind: 'passed';
      readonly key: string;
      /** The last to pass first. */
      readonly by: readonly Named[];
      readonly rankBefore: number;
      readonly rankAfter: number;
    }
  | {
      readonly kind: 'presidency';
      readonly key: string;
      readonly became: 'won' | 'lost';
      readonly nationId: NationId;
      /** Who has it now; null where nobody has. */
      readonly by: Named | null;
    }
  /** [CHN1] Stakes ended, since the wallet no longer held what backed them. */
  | {
      readonly kind: 'unbacked';
      readonly key: string;
      readonly stakeIds: readonly string[];
      readonly dollars: number;
      /** Null where an older server does not say. */
      readonly block: number | null;
    }
  /** [LCK1] */
  | { readonly kind: 'unlocked'; readonly key: string; readonly stakeIds: readonly string[] };

/** A move of the player's own, as it is celebrated. */
export interface OwnMove {
  readonly key: string;
  readonly dollars: number;
  /** Null where an older server does not tell the ranks. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

export interface Heard {
  readonly passedBy: readonly Named[];
  readonly unbacked: readonly Extract<Telling, { kind: 'unbacked' }>[];
  readonly ownMoves: readonly OwnMove[];
  /** The player's rank after all of it, by the same account. */
  readonly rank: number;
}

/**
 * Goes through causes in the order of their commits, with the player's rank as each of them finds it.
 * @param causes newest first, as they are held.
 * @param rank the player's, before the first of them.
 */
export function hear(causes: readonly LiveCause[], you: Address, rank: number): Heard {
  const passedBy: Named[] = [];
  const unbacked: Extract<Telling, { kind: 'unbacked' }>[] = [];
  const ownMoves: OwnMove[] = [];
  let at = rank;
  for (const cause of causes.toReversed()) {
    const { key, walletAddress, kind, delta, detail } = cause;
    const [before, after] = [cause.rankBefore ?? null, cause.rankAfter ?? null];
    if (walletAddress === you) {
      if (after !== null) at = after;
      if (kind === 'stakes-unbacked') {
        unbacked.push({
          kind: 'unbacked',
          key,
          stakeIds: detail?.stakeIds ?? [],
          dollars: delta,
          block: detail?.block ?? null,
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
      passedBy.unshift({ walletAddress, name: cause.name ?? null });
    } else if (!wasBehind && after >= at) {
      at -= 1;
    }
  }
  return { passedBy, unbacked, ownMoves, rank: at };
}

/** How many of those who passed are kept by name. */
const KEPT = 20;

/** Who passed before is told together with who passes now, as one loss of places. */
export function withPassed(
  told: readonly Telling[],
  passedBy: readonly Named[],
  { rankBefore, rankAfter, key }: { rankBefore: number; rankAfter: number; key: string },
): readonly Telling[] {
  if (passedBy.length === 0) return told;
  const earlier = told.find((telling) => telling.kind === 'passed');
  const news = new Set(passedBy.map(({ walletAddress }) => walletAddress));
  const by = [
    ...passedBy,
    ...(earlier?.by.filter(({ walletAddress }) => !news.has(walletAddress)) ?? []),
  ].slice(0, KEPT);
  return [
    { kind: 'passed', key, by, rankBefore: earlier?.rankBefore ?? rankBefore, rankAfter },
    ...told.filter((telling) => telling.kind !== 'passed'),
  ];
}

/** Drops what is no longer free to unstake: stakes that have ended since they unlocked. */
export function withoutEnded(
  told: readonly Telling[],
  active: ReadonlySet<string>,
): readonly Telling[] {
  const kept = told.flatMap((telling): Telling[] => {
    if (telling.kind !== 'unlocked') return [telling];
    const stakeIds = telling.stakeIds.filter((id) => active.has(id));
    if (stakeIds.length === telling.stakeIds.length) return [telling];
    return stakeIds.length === 0 ? [] : [{ ...telling, stakeIds }];
  });
  return kept.length === told.length && kept.every((telling, i) => telling === told[i])
    ? told
    : kept;
}

/** Drops places that were won back; the others follow the rank. */
export function stillTrue(told: readonly Telling[], rank: number): readonly Telling[] {
  const kept = told.flatMap((telling): Telling[] => {
    if (telling.kind !== 'passed') return [telling];
    if (rank <= telling.rankBefore) return [];
    return [telling.rankAfter === rank ? telling : { ...telling, rankAfter: rank }];
  });
  const isSame = kept.length === told.length && kept.every((telling, i) => telling === told[i]);
  return isSame ? told : kept;
}

/** The presidency, before and after; null where nothing of it concerns the player. */
export function presidencyTold(
  you: Address,
  nationId: NationId,
  before: Address | null,
  by: Named | null,
): Extract<Telling, { kind: 'presidency' }> | null {
  const after = by?.walletAddress ?? null;
  if (before === after || (before !== you && after !== you)) return null;
  const became = after === you ? 'won' : 'lost';
  return { kind: 'presidency', key: `presidency ${nationId}`, became, nationId, by };
}

interface Locked {
  readonly id: string;
  readonly unstakeableAt: string;
}

/** [LCK1] The stakes whose lock ended between two moments (ms): after the first, at the second at the latest. */
export function unlockedBetween(
  stakes: readonly Locked[],
  afterMs: number,
  untilMs: number,
): readonly string[] {
  return stakes
    .filter(({ unstakeableAt }) => {
      const atMs = Date.parse(unstakeableAt);
      return atMs > afterMs && atMs <= untilMs;
    })
    .map(({ id }) => id);
}

/** Places passed by those of a rank, by the ranking at hand: whoever stands now where the player came past. */
export function passedOn<Row extends { readonly walletAddress: Address }>(
  rows: readonly Row[],
  you: Address,
  { rankBefore, rankAfter }: Pick<OwnMove, 'rankBefore' | 'rankAfter'>,
): readonly Row[] {
  if (rankBefore === null || rankAfter === null || rankAfter >= rankBefore) return [];
  // Without the player's own row it does not matter whether the ranking has heard of the move yet.
  return rows
    .slice(0, rankBefore)
    .filter(({ walletAddress }) => walletAddress !== you)
    .slice(rankAfter - 1, rankBefore - 1);
}

type NameOf = (wallet: Address) => string | null;

/** With the name that has become known since: a newcomer's is checked after their first move. */
export function withName(person: Named, nameOf: NameOf): Named {
  return { ...person, name: person.name ?? nameOf(person.walletAddress) };
}

/** The same of everyone whom the news mentions. */
export function withNames(telling: Telling, nameOf: NameOf): Telling {
  const named = (person: Named): Named => withName(person, nameOf);
  switch (telling.kind) {
    case 'passed':
      return { ...telling, by: telling.by.map(named) };
    case 'presidency':
      return { ...telling, by: telling.by && named(telling.by) };
    case 'unbacked':
    case 'unlocked':
      return telling;
  }
}
