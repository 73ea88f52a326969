/**
 * What a wall screen can show, each with the sentence that says why [SCR80]: a change of lead, or
 * how small a gap is. Pure.
 */
import { formatDollars } from '../../../../common/values/figures.ts';
import { NATION_IDS, nationInText, type NationId } from '../../../../common/values/nations.ts';
import { formatAge } from '../../ui/format.ts';
import { nameOf, type Nameable } from '../../views/names-text.ts';
import { culturalNfts } from '../../views/row-parts.tsx';

/** Shorter than ten minutes by the time that a scene may stay. */
export const NEWS_MS = 9.5 * 60_000;
const MINUTE_MS = 60_000;

export interface Scene {
  readonly id: string;
  readonly sentence: string;
  /** 1: nothing lies between the two; nearer to 0 the wider the gap. */
  readonly closeness: number;
  /** When what the sentence says happened; null if it says how things stand. */
  readonly newsMs: number | null;
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
  const { rows, nowMs, leftMs } = facts;
  const [first, second] = rows;
  if (!first || !second) return null;
  const gap = first.figure - second.figure;
  const [leader, rival] = [nameOf(first), nameOf(second)];
  const change = changeOf(facts, TOP);
  const from = change && rows.find(({ walletAddress }) => walletAddress === change.from);
  const ofWeek = leftMs === null ? '' : ' the week';
  const left = leftMs !== null && leftMs <= 60 * MINUTE_MS ? `${formatAge(leftMs)} left: ` : '';
  const stands =
    gap === 0
      ? `${rival} is level with ${leader}, who leads${ofWeek}`
      : `${rival} is ${formatDollars(gap)} behind ${leader}, who leads${ofWeek}`;
  return {
    id: TOP,
    sentence: change
      ? `${leader} took the lead${from ? ` from ${nameOf(from)}` : ''} ${ago(nowMs, change.atMs)}`
      : left + stands,
    closeness: closenessOf(gap, first.figure),
    newsMs: change?.atMs ?? null,
    isFollowed: false,
    people: [first.walletAddress, second.walletAddress],
  };
}

/** The race of a nation with the next one ahead. */
function nationScene(facts: Facts, index: number): Scene | null {
  const [ahead, one] = [facts.nations[index - 1], facts.nations[index]];
  if (!ahead || !one || one.figure === 0) return null;
  const gap = ahead.figure - one.figure;
  const change = changeOf(facts, race(ahead.nationId, one.nationId));
  const [first, second] = [nationInText(ahead.nationId), nationInText(one.nationId)];
  const stands =
    gap === 0
      ? `${second} is level with ${first}`
      : `${second} is ${formatDollars(gap)} behind ${first}`;
  return {
    id: race(ahead.nationId, one.nationId),
    sentence: capital(
      change
        ? `${first} passed ${second} ${ago(facts.nowMs, change.atMs)}`
        : stands + (facts.leftMs === null ? '' : ' this week'),
    ),
    closeness: closenessOf(gap, ahead.figure),
    newsMs: change?.atMs ?? null,
    isFollowed: false,
    people: [],
    nations: [ahead.nationId, one.nationId],
  };
}

/** [PRE1] */
function presidentScene(facts: Facts, nationId: NationId): Scene | null {
  const [first, second] = facts.candidates[nationId] ?? [];
  if (!first) return null;
  const change = changeOf(facts, president(nationId));
  if (!change && !second) return null;
  // A tie goes to the first to get there.
  const needed = second ? first.stakedCount - second.stakedCount + 1 : Infinity;
  const nation = nationInText(nationId);
  return {
    id: president(nationId),
    sentence:
      change || !second
        ? `${nameOf(first)} became President of ${nation} ${ago(facts.nowMs, change?.atMs ?? 0)}`
        : `${nameOf(second)} needs ${culturalNfts(needed).replace(' ', ' more ')} to preside over ${nation}`,
    closeness: 1 / (1 + needed),
    newsMs: change?.atMs ?? null,
    isFollowed: false,
    people: [first, ...(second ? [second] : [])].map(({ walletAddress }) => walletAddress),
    nations: [nationId],
  };
}

/** Somebody one follows: what they just did, or how far the next is. */
function followedScene({ rows, moves, nowMs, leftMs }: Facts, wallet: string): Scene | null {
  const index = rows.findIndex(({ walletAddress }) => walletAddress === wallet);
  const [ahead, own, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!own || (!ahead && !below)) return null;
  const move = moves.find(
    ({ walletAddress, atMs }) => walletAddress === wallet && nowMs - atMs < NEWS_MS,
  );
  const name = nameOf(own);
  const gap = ahead ? ahead.figure - own.figure : own.figure - (below?.figure ?? 0);
  const ofWeek = leftMs === null ? '' : ' this week';
  const between =
    gap === 0 ? 'level with' : `${formatDollars(gap)} ${ahead ? 'behind' : 'ahead of'}`;
  const neighbour = ahead ?? below ?? own;
  return {
    id: `followed ${wallet}`,
    sentence: move
      ? `${name} ${move.words} ${ago(nowMs, move.atMs)}`
      : `${name}, #${own.rank}${ofWeek}, is ${between} ${nameOf(neighbour)}`,
    closeness: closenessOf(gap, Math.max(own.figure, neighbour.figure)),
    newsMs: move?.atMs ?? null,
    isFollowed: true,
    people: [wallet],
    around: wallet,
  };
}

/** One percent of the larger figure is half of it. */
function closenessOf(gap: number, figure: number): number {
  return figure === 0 ? 0 : 1 / (1 + (100 * Math.max(0, gap)) / figure);
}

function changeOf({ changes, nowMs }: Facts, lead: string) {
  const change = changes.get(lead);
  return change && nowMs - change.atMs < NEWS_MS ? change : null;
}

const ago = (nowMs: number, atMs: number) =>
  nowMs - atMs < MINUTE_MS ? 'just now' : `${formatAge(nowMs - atMs)} ago`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
