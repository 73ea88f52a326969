/** Whether the typed amount can be staked now, and if not, why, in words [VAL5, VAL6]. */
import { denaGdpBonus } from '../../../../common/rules/gdp.ts';
import { DENA_DECIMALS, parseDena } from '../../../../common/values/amount.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { typedDecimal } from '../../ui/typed-number.ts';
import { denaText } from '../../views/dena-ledger.ts';
import { OFFLINE } from '../../lib/offline.ts';
import { WRONG_NETWORK } from '../../wallet/wallet-errors.ts';

type Rate = Pick<Rules, 'denaPerDollar'>;

/** How much of the wallet's DENA can be staked [DEN1], as far as this page knows. */
export type Available =
  | { readonly status: 'wrong-network' }
  | { readonly status: 'loading' }
  | { readonly status: 'unreadable' }
  | { readonly status: 'offline' }
  | { readonly status: 'known'; readonly wei: bigint };

type Readiness =
  | { readonly status: 'ready'; readonly amountWei: bigint }
  | { readonly status: 'blocked'; readonly reason: string }
  /** Blocked by something not visible on the page: an attempt explains it in a toast. */
  | { readonly status: 'failing'; readonly title: string; readonly reason: string };

/** Optional suffix of a typed or pasted amount. */
const UNIT = 'DENA';

/** The amount as understood, and what it adds: `12,500 DENA adds $1,250`. */
export function understood(amountWei: bigint, rate: Rate): string {
  const bonus = denaGdpBonus(amountWei, rate);
  const adds = `${denaText(amountWei)} DENA adds`;
  if (bonus > 0n) return `${adds} $${formatCount(bonus)}.`;
  // [GDP1]
  return `${adds} nothing to your GDP: each stake is rounded down, and ${formatCount(rate.denaPerDollar)} DENA adds $1.`;
}

export function readiness(text: string, available: Available): Readiness {
  switch (available.status) {
    case 'wrong-network':
      return {
        status: 'failing',
        title: 'Balance Unavailable',
        reason: WRONG_NETWORK,
      };
    case 'unreadable':
      return {
        status: 'failing',
        title: 'Balance Unavailable',
        reason:
          'Unable to read your DENA balance. Please check your wallet connection and try again.',
      };
    case 'offline':
      return {
        status: 'failing',
        title: 'Balance Unavailable',
        reason: `${OFFLINE} Your DENA balance is read again once it is online.`,
      };
    case 'loading':
      return { status: 'blocked', reason: 'Reading your DENA balance…' };
    case 'known':
      return judge(text, available.wei);
  }
}

function judge(text: string, availableWei: bigint): Readiness {
  const typed = typedDecimal(text, UNIT);
  if (typed.is === 'empty') return blocked('Enter an amount of DENA to stake.');
  if (typed.is === 'problem') return blocked(typed.words);
  const amountWei = parseDena(typed.decimal);
  if (amountWei === 0n) return blocked('The amount must be above 0.');
  if (amountWei !== null && amountWei <= availableWei) return { status: 'ready', amountWei };
  const { length } = typed.decimal.split('.')[1] ?? '';
  if (length > DENA_DECIMALS) return blocked(`At most ${DENA_DECIMALS} decimals.`);
  return blocked(`You have ${denaText(availableWei)} DENA left to stake. Enter that much or less.`);
}

/** [TRD1] What is left to stake of the wallet's DENA, and why less than it holds. */
export function leftText(availableWei: bigint, spentWei: bigint): string {
  const left = `${denaText(availableWei)} DENA left to stake`;
  if (spentWei === 0n) return `${left}.`;
  return `${left}, ${denaText(spentWei)} DENA paid for resources (counted by the game, not moved on the chain).`;
}

/** The dollars the typed amount would add; null if it can't be staked or that isn't known yet. */
export function bonusOf(text: string, available: Available, rate: Rate): bigint | null {
  const state = readiness(text, available);
  return state.status === 'ready' ? denaGdpBonus(state.amountWei, rate) : null;
}

function blocked(reason: string): Readiness {
  return { status: 'blocked', reason };
}
