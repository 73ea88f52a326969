/**
 * What a wallet requested and how it was answered: the record that the server's state is checked
 * against.
 */
import type { NationId, ResourceType, StakeKind } from './facts.ts';

export type Command =
  | { readonly is: 'choose'; readonly nationId: NationId }
  | { readonly is: 'stake-dena'; readonly amount: string }
  | {
      readonly is: 'stake-nft';
      readonly kind: 'national' | 'cultural';
      readonly nationId: NationId;
      readonly quantity: number;
    }
  | { readonly is: 'unstake'; readonly kind: StakeKind; readonly stakeId: string }
  | {
      readonly is: 'trade';
      readonly resourceType: ResourceType;
      readonly quantity: number;
      /** [PRO34] Whole DENA; undefined: any. */
      readonly cost?: number;
    }
  | {
      readonly is: 'contribute';
      readonly resourceType: ResourceType;
      readonly quantity: number;
    }
  | { readonly is: 'settle' }
  | { readonly is: 'refresh' };

/** A stake, as the answer to its command contained it. */
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
  /** Of all its DENA. */
  readonly denaGdp: number;
}

export type Outcome =
  | { readonly is: 'done'; readonly stake: Stake | null }
  | { readonly is: 'refused'; readonly status: number; readonly code: string };

export interface Operation {
  readonly key: string;
  readonly wallet: string;
  readonly command: Command;
  /** Times by one monotonic clock, in ms: when it was first sent, and when an answer settled it. */
  readonly sentAt: number;
  answeredAt: number;
  /** Null until it is known. */
  outcome: Outcome | null;
  /**
   * Whether an attempt was cut off, so it may have been carried out whatever a later attempt was
   * answered.
   */
  isUnsure: boolean;
  tries: number;
  /** The lowest rev that an answer named as having it; null: none did. */
  rev: string | null;
}

export function describeOperation({
  wallet,
  key,
  command,
  outcome,
  sentAt,
  answeredAt,
  tries,
}: Operation): string {
  const end =
    outcome === null
      ? 'unanswered'
      : outcome.is === 'done'
        ? `done${outcome.stake ? ` ${outcome.stake.id}` : ''}`
        : `refused ${outcome.status} ${outcome.code}`;
  const span = `${sentAt.toFixed(0)}–${answeredAt.toFixed(0)} ms`;
  return `${wallet.slice(0, 8)} ${JSON.stringify(command)} ${key}: ${end} (${span}, tries: ${tries})`;
}
