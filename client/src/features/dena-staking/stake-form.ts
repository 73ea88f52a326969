/** Whether the amount that is typed can be staked now, and if not, why, in words (SPEC.md §5, §8). */
import { denaGdpBonus } from '../../../../common/rules/gdp.ts';
import { formatDena, parseDena } from '../../../../common/values/amount.ts';
import { formatDenaAmount } from '../../ui/format.ts';

/** SPEC.md §8. */
export const WRONG_NETWORK = 'Please switch to Ethereum Mainnet (Chain ID: 1)';

/** What of the wallet's DENA can be staked: [DEN1], as far as this page knows. */
export type Available =
  | { readonly status: 'no-wallet' }
  | { readonly status: 'wrong-network' }
  | { readonly status: 'loading' }
  | { readonly status: 'unreadable' }
  | { readonly status: 'known'; readonly wei: bigint };

export type Readiness =
  | { readonly status: 'ready'; readonly amountWei: bigint }
  | { readonly status: 'blocked'; readonly reason: string }
  /** Blocked by something a player may not see on the page: an attempt says it in a toast. */
  | { readonly status: 'failing'; readonly title: string; readonly reason: string };

/**
 * The balance on chain less what is staked or spent already. The server knows the latter exactly as
 * of its own last look: `balance − available` of that moment.
 */
export function availableNow(
  chainWei: bigint,
  server: { readonly denaBalance: string; readonly denaAvailable: string },
): bigint {
  const committed = (parseDena(server.denaBalance) ?? 0n) - (parseDena(server.denaAvailable) ?? 0n);
  return chainWei > committed ? chainWei - committed : 0n;
}

/**
 * What a player typed as `parseDena` takes it: blanks around it, leading zeros and a bare point are
 * forgiven (` .50` is `0.50`, `5.` is `5`); anything else stays as it is, to be refused.
 */
export function tidyAmount(text: string): string {
  const match = /^\s*0*(\d*)(?:\.(\d*))?\s*$/.exec(text);
  if (!match || !/\d/.test(text)) return text.trim();
  const [, whole = '', fraction = ''] = match;
  return (whole || '0') + (fraction && `.${fraction}`);
}

/** The wei of what a player typed; null where it is no amount. */
function typedWei(text: string): bigint | null {
  return parseDena(tidyAmount(text));
}

/** The GDP bonus that what is typed would bring (SPEC.md §5); 0 where it is no amount. */
export function previewBonus(text: string): bigint {
  return denaGdpBonus(typedWei(text) ?? 0n);
}

export function readiness(text: string, available: Available): Readiness {
  switch (available.status) {
    case 'no-wallet':
      return {
        status: 'failing',
        title: 'MetaMask Required',
        reason: 'Please install MetaMask to stake DENA tokens',
      };
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
    case 'loading':
      return { status: 'blocked', reason: 'Reading your DENA balance…' };
    case 'known':
      return judge(text, available.wei);
  }
}

function judge(text: string, availableWei: bigint): Readiness {
  if (text.trim() === '') return { status: 'blocked', reason: 'Enter an amount of DENA to stake.' };
  const amountWei = typedWei(text);
  if (amountWei === null) {
    return {
      status: 'blocked',
      reason: 'Enter a plain number such as 1250.5, with at most 18 decimals.',
    };
  }
  if (amountWei === 0n) return { status: 'blocked', reason: 'The amount must be above 0.' };
  if (amountWei > availableWei) {
    return {
      status: 'blocked',
      reason: `You have ${formatDenaAmount(formatDena(availableWei))} DENA to stake. Enter that much or less.`,
    };
  }
  return { status: 'ready', amountWei };
}
