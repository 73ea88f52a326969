/** What a wallet asked for, and what it was told: the record that the server's books are held against. */
import type { NationId, ResourceType, StakeKind } from './facts.ts';

export type Wish =
  | { readonly is: 'choose'; readonly nationId: NationId }
  | { readonly is: 'stake-dena'; readonly amount: string }
  | {
      readonly is: 'stake-nft';
      readonly kind: 'national' | 'cultural';
      readonly nationId: NationId;
      readonly quantity: number;
    }
  | { readonly is: 'unstake'; readonly kind: StakeKind; readonly stakeId: string }
  | { readonly is: 'trade'; readonly resourceType: ResourceType; readonly quantity: number }
  | { readonly is: 'settle' }
  | { readonly is: 'refresh' };

/** A stake, as the answer to its command had it. */
export interface Stake {
  readonly id: string;
  readonly kind: StakeKind;
  readonly amountWei: bigint;
  /** Copies; 0 for DENA. */
  readonly quantity: number;
  readonly stakedAt: number;
  readonly unstakeableAt: number;
  /** Per copy. */
  readonly km2: number;
  readonly hundredths: number;
  readonly culturalGdp: number;
}

export type Outcome =
  | { readonly is: 'done'; readonly stake: Stake | null }
  | { readonly is: 'refused'; readonly status: number; readonly code: string };

export interface Deed {
  readonly key: string;
  readonly wallet: string;
  readonly wish: Wish;
  /** By one clock that never goes back, in ms: when it was first sent, and when an answer settled it. */
  readonly sentAt: number;
  answeredAt: number;
  /** Null: not known yet. */
  outcome: Outcome | null;
  /** Whether a try was cut off, so that it may have been carried out however a later one ended. */
  isUnsure: boolean;
  tries: number;
}

export function inWords({ wallet, key, wish, outcome, sentAt, answeredAt, tries }: Deed): string {
  const end =
    outcome === null
      ? 'unanswered'
      : outcome.is === 'done'
        ? `done${outcome.stake ? ` ${outcome.stake.id}` : ''}`
        : `refused ${outcome.status} ${outcome.code}`;
  const span = `${sentAt.toFixed(0)}–${answeredAt.toFixed(0)} ms`;
  return `${wallet.slice(0, 8)} ${JSON.stringify(wish)} ${key}: ${end} (${span}, tries: ${tries})`;
}
