/** The faults of a fake node, as data that a test can change at any moment. */
import type { SimBlock } from './sim-block.ts';

/** Which calls are affected: each n-th, or a random share, by the node's seed. */
export type Share = { readonly every: number } | { readonly share: number };

/** An error in a provider's own words. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** How providers refuse a range, or the size of its answer. */
export const REFUSALS = {
  geth: { code: -32_000, message: 'exceed maximum block range: 5000' },
  infura: { code: -32_005, message: 'query returned more than 10000 results' },
  alchemyFree: {
    code: -32_600,
    message:
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa].',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Faults of the endpoint, whichever backend answers. */
export interface FrontFaults {
  /** Connections are refused. */
  readonly isDown: boolean;
  /** Every request is accepted, and never answered. */
  readonly isHanging: boolean;
  readonly slowMs: number;
  /** The text of every answer, instead of a proper one. */
  readonly nonsense: string | null;
  readonly rateLimit:
    | (Share & {
        /** A request as HTTP 429; or each call as a separate error (-32005). */
        readonly as: 'http' | 'json-rpc';
        /** The value of its Retry-After. */
        readonly retryAfterS?: number;
      })
    | null;
  /** Calls per second that its plan allows; further ones are refused (-32005). */
  readonly callsPerSecond: number | null;
  /** Calls that fail (-32603), or requests (HTTP 500). */
  readonly fail: (Share & { readonly as: 'http' | 'json-rpc' }) | null;
  /** Calls per request. */
  readonly maxBatch: number | null;
  /** True if each call of a batch goes to a different backend. */
  readonly splitsBatches: boolean;
}

export const SOUND_FRONT: FrontFaults = {
  isDown: false,
  isHanging: false,
  slowMs: 0,
  nonsense: null,
  rateLimit: null,
  callsPerSecond: null,
  fail: null,
  maxBatch: null,
  splitsBatches: false,
};

/** Faults of one of the nodes behind an endpoint. */
export interface BackendFaults {
  readonly lagBlocks: number;
  /** Its head, if it is on another branch; null: the chain's head. */
  readonly tip: SimBlock | null;
  /** Blocks per eth_getLogs range, and the words that refuse more. */
  readonly maxLogRange: number | null;
  readonly rangeRefusal: Refusal;
  /** Logs per answer. */
  readonly maxLogResults: number | null;
  /** How often the logs of each block are left out, before they are in the answers. */
  readonly loseLogs: number;
  /** The share of headers for which it answers null, though it has the block. */
  readonly nullBlocks: number;
  /** How many of the newest states it keeps; null: all. */
  readonly keepStates: number | null;
  /** True if its headers have only a number and a hash. */
  readonly bareHeaders: boolean;
  /** The share of answers about the newest block that name one which nobody else has. */
  readonly phantomHeads: number;
  /** Another hash for block 0. */
  readonly genesisHash: string | null;
}

export const SOUND_BACKEND: BackendFaults = {
  lagBlocks: 0,
  tip: null,
  maxLogRange: null,
  rangeRefusal: REFUSALS.geth,
  maxLogResults: null,
  loseLogs: 0,
  nullBlocks: 0,
  keepStates: null,
  bareHeaders: false,
  phantomHeads: 0,
  genesisHash: null,
};
