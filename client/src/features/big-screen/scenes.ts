/**
 * What a wall screen can show, each with the sentence that says why [SCR77]: a change of lead, or
 * how small a gap is. Pure.
 */
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { NATION_IDS, nationInText, type NationId } from '../../../../common/values/nations.ts';
import { formatAge } from '../../ui/format.ts';
import { nameOf, type Nameable } from '../../views/names-text.ts';
import { culturalNfts } from '../../views/row-parts.tsx';

/** Shorter than ten minutes by the time that a scene may stay. */
const NEWS_MS = 9.5 * 60_000;
const MINUTE_MS = 60_000;

export interface Scene {
  readonly id: string;
  /** What has just happened. */
  readonly news: { readonly text: string; readonly atMs: number } | null;
  /** How things stand; null: there is no race. */
  readonly stands: string | null;
  /** 1: nothing lies between the two; nearer to 0 the wider the gap. */
  readonly closeness: number;
  readonly isFollowed: boolean;
  /** Whom it is about. */
  readonly people: readonly string[];
  /** Whose rows belong to it; all, if absent. */
  readonly nations?: readonly NationId[];
  /** The row to show with its neighbours. */
  readonly around?: string;
}

interface Row extends Nameable {
  readonly rank: number;
  readonly nationId: NationId;
  /** Dollars: the GDP, or what a week has gained. */
  readonly figure: number;
}

interface NationTotal {
  readonly nationId: NationId;
  /** Dollars. */
  readonly figure: number;
}

interface Candidate extends Nameable {
  readonly stakedCount: number;
}

/** What somebody just did. */
interface Move extends Nameable {
  readonly atMs: number;
  /** `passed marco.eth with 50 DENA` */
  readonly words: string;
}

export interface Facts {
  readonly nowMs: number;
  /** What is left of the week whose race it is; null: the ranking of all time. */
  readonly leftMs: number | null;
  /** From the first on, and the nations too. */
  readonly rows: readonly Row[];
  readonly nations: readonly NationTotal[];
  /** Of each nation those who run for President, the present one first. */
  readonly candidates: Partial<Readonly<Record<NationId, readonly Candidate[]>>>;
  /** The newest first. */
  readonly moves: readonly Move[];
  readonly followed: readonly string[];
  readonly changes: Changes;
}

/** Who leads whom: the place that can be lost, and who has it. */
export type Leads = ReadonlyMap<string, string>;
/** The last change of each lead that was seen. */
export type Changes = ReadonlyMap<string, { readonly from: string; readonly atMs: number }>;

const TOP = 'top';
const president = (id: NationId) => `president ${id}`;
const race = (one: NationId, other: NationId) => `race ${[one, other].sort().join(' ')}`;

/** The wallets of those that are known. */
export type Presidents = readonly (readonly [NationId, string])[];

export function leadsOf(
  { rows, nations }: Pick<Facts, 'rows' | 'nations'>,
  presidents: Presidents,
): Leads {
  const [first] = rows;
  return new Map<string, string>([
    ...(first ? [[TOP, first.walletAddress] as const] : []),
    ...presidents.map(([id, wallet]) => [president(id), wallet] as const),
    ...nations.flatMap((ahead, i) =>
      nations
        .slice(i + 1)
        .map((one) => [race(ahead.nationId, one.nationId), ahead.nationId] as const),
    ),
  ]);
}

/** A lead that nobody had before has not changed. */
export function withChanges(changes: Changes, before: Leads, after: Leads, atMs: number): Changes {
  const next = new Map(changes);
  for (const [lead, holder] of after) {
    const from = before.get(lead);
    if (from !== undefined && from !== holder) next.set(lead, { from, atMs });
  }
  return next;
}

/** The top first; without a rival there is no scene. */
export function scenesOf(facts: Facts): readonly Scene[] {
  return [
    topScene(facts),
    ...facts.nations.map((_, i) => nationScene(facts, i)),
    ...NATION_IDS.map((id) => presidentScene(facts, id)),
    ...facts.followed.map((wallet) => followedScene(facts, wallet)),
  ].filter((scene) => scene !== null);
}

function topScene(facts: Facts): Scene | null {
  const { rows, leftMs } = facts;
  const [first, second] = rows;
  if (!first || !second) return null;
  const gap = first.figure - second.figure;
  const [leader, rival] = [nameOf(first), nameOf(second)];
  const ofWeek = leftMs === null ? '' : ' the week';
  const left = leftMs !== null && leftMs <= 60 * MINUTE_MS ? `${formatAge(leftMs)} left: ` : '';
  return {
    id: TOP,
    news: newsOf(facts, TOP, (from) => {
      const before = rows.find(({ walletAddress }) => walletAddress === from);
      return `${leader} took the lead${before ? ` from ${nameOf(before)}` : ''}`;
    }),
    stands: `${left}${rival} is ${distance(gap)} ${leader}, who leads${ofWeek}`,
    closeness: closenessOf(gap, first.figure),
    isFollowed: false,
    people: [first.walletAddress, second.walletAddress],
  };
}

/** The race of a nation with the next one ahead. */
function nationScene(facts: Facts, index: number): Scene | null {
  const [ahead, one] = [facts.nations[index - 1], facts.nations[index]];
  if (!ahead || !one || one.figure === 0) return null;
  const gap = ahead.figure - one.figure;
  const id = race(ahead.nationId, one.nationId);
  const [first, second] = [nationInText(ahead.nationId), nationInText(one.nationId)];
  const ofWeek = facts.leftMs === null ? '' : ' this week';
  return {
    id,
    news: newsOf(facts, id, () => capital(`${first} passed ${second}${ofWeek}`)),
    stands: capital(`${second} is ${distance(gap)} ${first}${ofWeek}`),
    closeness: closenessOf(gap, ahead.figure),
    isFollowed: false,
    people: [],
    nations: [ahead.nationId, one.nationId],
  };
}

/** [PRE1] */
function presidentScene(facts: Facts, nationId: NationId): Scene | null {
  const [first, second] = facts.candidates[nationId] ?? [];
  if (!first) return null;
  const id = president(nationId);
  const nation = nationInText(nationId);
  // A tie goes to the first to get there.
  const needed = second ? first.stakedCount - second.stakedCount + 1 : 0;
  const more = culturalNfts(needed).replace(' ', ' more ');
  return {
    id,
    news: newsOf(facts, id, () => `${nameOf(first)} became President of ${nation}`),
    stands: second ? `${nameOf(second)} needs ${more} to preside over ${nation}` : null,
    closeness: second ? 1 / (1 + needed) : 0,
    isFollowed: false,
    people: [first, ...(second ? [second] : [])].map(({ walletAddress }) => walletAddress),
    nations: [nationId],
  };
}

/** Somebody one follows: what they just did, or how far the next is. */
function followedScene({ rows, moves, nowMs, leftMs }: Facts, wallet: string): Scene | null {
  const index = rows.findIndex(({ walletAddress }) => walletAddress === wallet);
  const [ahead, own, below] = [rows[index - 1], rows[index], rows[index + 1]];
  const other = ahead ?? below;
  if (!own || !other) return null;
  const move = moves.find((one) => one.walletAddress === wallet && nowMs - one.atMs < NEWS_MS);
  const [name, gap] = [nameOf(own), other.figure - own.figure];
  const place = `#${formatCount(own.rank)}${leftMs === null ? '' : ' this week'}`;
  return {
    id: `followed ${wallet}`,
    news: move ? { text: `${name} ${move.words} ${ago(nowMs, move.atMs)}`, atMs: move.atMs } : null,
    stands: `${name}, ${place}, is ${distance(gap)} ${nameOf(other)}`,
    closeness: closenessOf(Math.abs(gap), Math.max(own.figure, other.figure)),
    isFollowed: true,
    people: [wallet],
    around: wallet,
  };
}

/** @param gap dollars; negative: ahead. */
function distance(gap: number): string {
  if (gap === 0) return 'level with';
  return `${formatDollars(Math.abs(gap))} ${gap > 0 ? 'behind' : 'ahead of'}`;
}

/** Five percent of the larger figure is half of it: as near as an NFT to a presidency. */
function closenessOf(gap: number, figure: number): number {
  return figure === 0 ? 0 : 1 / (1 + (100 * Math.max(0, gap)) / figure);
}

/** @param text what happened, by who led before. */
function newsOf({ changes, nowMs }: Facts, lead: string, text: (from: string) => string) {
  const change = changes.get(lead);
  if (!change || nowMs - change.atMs >= NEWS_MS) return null;
  return { text: `${text(change.from)} ${ago(nowMs, change.atMs)}`, atMs: change.atMs };
}

const ago = (nowMs: number, atMs: number) =>
  nowMs - atMs < MINUTE_MS ? 'just now' : `${formatAge(nowMs - atMs)} ago`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
