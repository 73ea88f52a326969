/** What a wall screen can show, each with the sentences that say why [SCR77]. Pure. */
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { nationInText, type NationId } from '../../../../common/values/nations.ts';
import { formatAge } from '../../ui/format.ts';
import { nameOf, namesText, type Nameable } from '../../views/names-text.ts';

export const TOP = 'top';
const SECOND_MS = 1000;
const HOUR_MS = 60 * 60_000;
/** A week's last minute, after the half that the scene before may take. */
const FINISH_MS = 90_000;

export interface Scene {
  readonly id: string;
  /** Who leads it; of somebody one follows, their rank. */
  readonly holder: string;
  /** What has happened when it was another before: `ben.eth took the lead`. */
  readonly taken: (from: string) => string;
  /** How things stand; null: there is no race. */
  readonly stands: string | null;
  /** The same by another figure. */
  readonly also?: string | null;
  /** 1: nothing lies between the two; nearer to 0 the wider the gap. */
  readonly closeness: number;
  /** Whom it is about. */
  readonly people: readonly string[];
  /** Whose rows belong to it; all, if absent. */
  readonly nations?: readonly NationId[];
  /** The race for President of its nation: who runs, the present one first. */
  readonly candidates?: readonly Candidate[];
  /** Somebody one follows: the row to show with its neighbours. */
  readonly around?: string;
  /** The end of a week: no other scene comes any more. */
  readonly isFinish?: boolean;
}

interface Row extends Nameable {
  readonly rank: number;
  readonly gdp: number;
  readonly week?: { readonly gained: number } | undefined;
}

interface Candidate extends Nameable {
  readonly stakedCount: number;
}

export interface Facts {
  /** What is left of the week whose race it is; null: the ranking of all time. */
  readonly leftMs: number | null;
  /** From the first on, and the nations too. */
  readonly rows: readonly Row[];
  readonly nations: readonly { readonly nationId: NationId; readonly gdp: number }[];
  /** Who runs for President, the present one first. */
  readonly presidencies: readonly (readonly [NationId, readonly Candidate[]])[];
  /** In lower case. */
  readonly followed: ReadonlySet<string>;
}

/** The top first; without a rival there is no scene. */
export function scenesOf(facts: Facts): readonly Scene[] {
  return [
    topScene(facts),
    ...facts.nations.map((_, i) => nationScene(facts, i)),
    ...facts.presidencies.map(([id, candidates]) => presidentScene(id, candidates)),
    ...facts.rows.map(({ walletAddress }, i) =>
      facts.followed.has(walletAddress.toLowerCase()) ? followedScene(facts, i) : null,
    ),
  ].filter((scene) => scene !== null);
}

function topScene({ rows, leftMs }: Facts): Scene | null {
  const [first, second] = rows;
  if (!first || !second) return null;
  const leader = nameOf(first);
  const ofWeek = leftMs === null ? '' : ' the week';
  const isLastHour = leftMs !== null && leftMs <= HOUR_MS;
  // A second that has begun counts whole, as in the countdown above.
  const left = isLastHour ? `${formatAge(Math.ceil(leftMs / SECOND_MS) * SECOND_MS)} left: ` : '';
  return {
    id: TOP,
    holder: first.walletAddress,
    taken(from) {
      const before = rows.find(({ walletAddress }) => walletAddress === from);
      return `${leader} took the lead${before ? ` from ${nameOf(before)}` : ''}`;
    },
    stands: `${left}${nameOf(second)} is ${distance(first, second)} ${leader}, who leads${ofWeek}`,
    closeness: closenessOf(first, second),
    people: [first.walletAddress, second.walletAddress],
    isFinish: leftMs !== null && leftMs <= FINISH_MS,
  };
}

/** The race of a nation with the next one ahead. */
function nationScene({ nations, leftMs }: Facts, index: number): Scene | null {
  const [ahead, one] = [nations[index - 1], nations[index]];
  if (!ahead || !one || one.gdp === 0) return null;
  const pair = [ahead.nationId, one.nationId];
  const [first, second] = [nationInText(ahead.nationId), nationInText(one.nationId)];
  const ofWeek = leftMs === null ? '' : ' this week';
  return {
    id: [...pair].sort().join(' '),
    holder: ahead.nationId,
    taken: () => capital(`${first} passed ${second}${ofWeek}`),
    stands: capital(`${second} is ${distance(ahead, one)} ${first}${ofWeek}`),
    closeness: closenessOf(ahead, one),
    people: [],
    nations: pair,
  };
}

/** [PRE1] */
function presidentScene(nationId: NationId, candidates: readonly Candidate[]): Scene | null {
  const [first, second] = candidates;
  if (!first) return null;
  const nation = nationInText(nationId);
  const needed = second ? shortOf(first, second.stakedCount) : 0;
  const level = candidates.slice(1).filter((one) => one.stakedCount === second?.stakedCount);
  return {
    id: `president ${nationId}`,
    holder: first.walletAddress,
    taken: () => `${nameOf(first)} became President of ${nation}`,
    stands: second
      ? `${runnersText(level)} ${formatCount(needed)} more cultural ${needed === 1 ? 'NFT' : 'NFTs'} to pass President ${nameOf(first)} of ${nation}`
      : null,
    // Two NFTs are far harder to get than one.
    closeness: second ? 1 / (1 + needed ** 2) : 0,
    people: [first, ...level].map(({ walletAddress }) => walletAddress),
    nations: [nationId],
    candidates,
  };
}

/** Of who are level: `ben.eth needs`, `ben.eth and cleo.eth need`, `ben.eth and 2 others need`. */
function runnersText(level: readonly Candidate[]): string {
  if (level.length < 3) return `${namesText(level)} ${level.length === 1 ? 'needs' : 'need'}`;
  return `${namesText(level.slice(0, 1))} and ${formatCount(level.length - 1)} others need`;
}

/** How many more cultural NFTs would do: a tie goes to the first to get there. */
export const shortOf = (president: Candidate, count: number) => president.stakedCount - count + 1;

/** Somebody one follows: where they have moved, or how far the next ones are. */
function followedScene({ rows, leftMs }: Facts, index: number): Scene | null {
  const [ahead, own, below] = [rows[index - 1], rows[index], rows[index + 1]];
  const other = ahead ?? below;
  if (!own || !other) return null;
  const { walletAddress: wallet } = own;
  const name = nameOf(own);
  const place = `#${formatCount(own.rank)}${leftMs === null ? '' : ' of the week'}`;
  const stands = (near: Row) => `${name}, ${place}, is ${distance(near, own)} ${nameOf(near)}`;
  return {
    id: wallet,
    holder: String(own.rank),
    taken: (from) => {
      const way = own.rank < Number(from) ? 'climbed' : 'fell';
      return `${name} ${way} from #${formatCount(Number(from))} to ${place}`;
    },
    stands: stands(other),
    also: below ? stands(below) : null,
    closeness: closenessOf(other, own),
    people: [wallet],
    around: wallet,
  };
}

type Figure = Pick<Row, 'gdp' | 'week'>;

/** Dollars: the GDP, or what a week has gained. */
export const figureOf = ({ gdp, week }: Figure): number => week?.gained ?? gdp;

function distance(other: Figure, own: Figure): string {
  const gap = figureOf(other) - figureOf(own);
  if (gap === 0) return 'level with';
  return `${formatDollars(Math.abs(gap))} ${gap > 0 ? 'behind' : 'ahead of'}`;
}

/** One percent of the larger figure is a half, as one NFT to a presidency is. */
function closenessOf(one: Figure, other: Figure): number {
  const [a, b] = [figureOf(one), figureOf(other)];
  return 1 / (1 + (100 * Math.abs(a - b)) / Math.max(a, b, 1));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
