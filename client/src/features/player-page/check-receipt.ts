/** Whether a receipt is what the ledger's leaves make it [GDP1]. Pure. */
import type { Leaf } from '../../../../common/ledger/leaf.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { denaGdpBonus, type StakeFigures } from '../../../../common/rules/gdp.ts';
import { LOCK_MS } from '../../../../common/rules/lock.ts';
import { receiptOf } from '../../../../common/rules/receipt.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { written } from '../../../../common/values/cultural.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { instantText } from '../../../../common/values/instant.ts';
import type { StakePlace } from '../../../../common/values/stake.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { wordsOf, type Part } from './receipt.ts';

const KINDS: ReadonlySet<string> = new Set(GDP_KINDS.map((kind) => written(kind)));

/** A leaf of a commit that can change the GDP. */
export type GdpLeaf = Extract<
  Leaf,
  { readonly kind: `${string}staked` | 'nation-chosen' | 'stakes-unbacked' }
>;

export function isGdpLeaf(leaf: Leaf): leaf is GdpLeaf {
  return KINDS.has(leaf.kind);
}

/** What a receipt shows and the ledger doesn't. */
interface Difference {
  /** Said to the reader. */
  readonly words: string;
  /** The leaf that says otherwise; null: there is none. */
  readonly n: number | null;
}

/** A part of a receipt, as a leaf says it. */
type LedgerPart = Omit<Part, 'stakeId'>;

/** A stake as its leaf says it. */
type LedgerStake = StakeFigures & StakePlace & { readonly n: number; readonly part: LedgerPart };

/**
 * The first difference; null if there is none.
 * @param leaves all of the player's that are `isGdpLeaf`, up to the state that is shown, in order.
 */
export function differenceFrom(
  player: Pick<PlayerPageView, 'walletAddress' | 'nationId' | 'joinedAt' | 'receipt'>,
  leaves: readonly GdpLeaf[],
): Difference | null {
  const [joined] = leaves;
  if (
    joined?.kind !== 'nation-chosen' ||
    joined.version !== 1 ||
    joined.nation !== player.nationId
  ) {
    return { words: 'The ledger does not have that this wallet joined.', n: joined?.n ?? null };
  }
  if (instantText(joined.at) !== player.joinedAt) {
    return { words: 'The ledger has another moment for when this wallet joined.', n: joined.n };
  }
  const stakes = new Map<number, LedgerStake>();
  let version = 0;
  for (const leaf of leaves) {
    if (leaf.wallet !== player.walletAddress || leaf.version <= version) {
      return { words: 'The ledger’s commits of this wallet are out of order.', n: leaf.n };
    }
    version = leaf.version;
    const begun = stakeIn(leaf);
    if (begun) stakes.set(version, begun);
    for (const ended of 'ended' in leaf ? leaf.ended : []) {
      if (stakes.delete(ended)) continue;
      return { words: 'The ledger ends a stake that had not begun.', n: leaf.n };
    }
  }
  return receiptDifference(player.receipt, receiptOf(player.nationId, [...stakes.values()]));
}

function receiptDifference(
  shown: PlayerPageView['receipt'],
  { total, terms }: ReturnType<typeof receiptOf<LedgerStake>>,
): Difference | null {
  for (const { term, gdp, parts } of terms) {
    const shownTerm = shown.terms.find((one) => one.term === term);
    for (let i = 0; i < Math.max(parts.length, shownTerm?.parts.length ?? 0); i += 1) {
      const [part, stake] = [shownTerm?.parts[i], parts[i]];
      if (part && stake && isSame(part, stake.part)) continue;
      const words = `The receipt shows ${named(part)} where the ledger has ${named(stake?.part)}.`;
      return { words, n: stake?.n ?? null };
    }
    if (shownTerm?.gdp !== gdp) return sumDifference(shownTerm?.gdp ?? 0, gdp);
  }
  return shown.total === total ? null : sumDifference(shown.total, total);
}

function sumDifference(shown: number, gdp: number): Difference {
  const sums = `${formatDollars(shown)} where the ledger adds up to ${formatDollars(gdp)}`;
  return { words: `The receipt shows ${sums}.`, n: null };
}

/** `10,000 DENA of 28 Nov, 14:02` */
function named(part: LedgerPart | undefined): string {
  return part ? `${wordsOf(part)} of ${formatDayTime(new Date(part.stakedAt))}` : 'none';
}

/** In everything that the receipt shows of it. */
function isSame(a: LedgerPart, b: LedgerPart): boolean {
  return (
    a.quantity === b.quantity &&
    a.productionBonus === b.productionBonus &&
    a.gdpBonus === b.gdpBonus &&
    a.amount === b.amount &&
    a.stakedAt === b.stakedAt &&
    a.unstakeableAt === b.unstakeableAt
  );
}

/** Null if it began none. */
function stakeIn(leaf: GdpLeaf): LedgerStake | null {
  const { n, at, version: playerVersion } = leaf;
  const place = { n, playerVersion, state: { status: 'active' } } as const;
  const times = { stakedAt: instantText(at), unstakeableAt: instantText(at + LOCK_MS) };
  switch (leaf.kind) {
    case 'dena-staked': {
      const amountWei = BigInt(leaf.amount);
      const part = {
        amount: formatDena(amountWei),
        gdpBonus: Number(denaGdpBonus(amountWei)),
        ...times,
      };
      return { ...place, kind: 'dena', amountWei, part };
    }
    case 'national-staked': {
      const { copies: quantity, territory: territoryKm2, production } = leaf;
      const part = { quantity, productionBonus: production / 100, ...times };
      const traits = { territoryKm2, productionHundredths: production };
      return { ...place, kind: 'national', quantity, ...traits, part };
    }
    case 'museum-staked': {
      const { copies: quantity, bonus } = leaf;
      const part = { quantity, gdpBonus: bonus, ...times };
      return { ...place, kind: 'cultural', quantity, culturalGdpBonus: bonus, part };
    }
    default:
      return null;
  }
}
