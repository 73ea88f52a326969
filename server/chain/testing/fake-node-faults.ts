/** The faults of a fake node, as data that a test can change at any moment. */
import type { SimBlock } from './sim-block.ts';

/** Which calls are affected: each n-th, or a random share, by the node's seed. */
export type Share = { readonly every: number } | { readonly share: number };

/** Which blocks. */
export type Blocks = 'all' | ReadonlySet<number> | { readonly share: number };

/** An error in a provider's own words. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** How providers refuse a range, or the size of its answer. */
export const REFUSALS = {
  geth: { code: -32_000, message: 'exceed maximum block range: 5000' },
  infura: { code: -32_005, message: 'query returned more than 10000 results' },
  alchemy: {
    code: -32_602,
    message:
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response.',
  },
  alchemyFree: {
    code: -32_600,
    message:
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa].',
  },
  quicknode: { code: -32_614, message: 'eth_getLogs is limited to a 10,000 range' },
  ankr: { code: -32_600, message: 'block range is too wide' },
  cloudflare: { code: -32_047, message: 'Invalid eth_getLogs request. Max range: 800' },
  answerSize: { code: -32_008, message: 'Response size is larger than 150MB limit.' },
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
  /** Calls that fail (-32603), or requests (HTTP 500). */
  readonly fail: (Share & { readonly as: 'http' | 'json-rpc' }) | null;
  /** Calls per request. */
  readonly maxBatch: number | null;
  /** Bytes in a call's answer; larger ones are refused. */
  readonly maxAnswerBytes: number | null;
  /** How a backend is picked. In turn, the same two requests may reach the same two backends forever. */
  readonly picks: 'in turn' | 'at random';
  /** True if each call of a batch goes to a different backend. */
  readonly splitsBatches: boolean;
  /** True if newHeads stops, without an error. */
  readonly isSilent: boolean;
}

export const SOUND_FRONT: FrontFaults = {
  isDown: false,
  isHanging: false,
  slowMs: 0,
  nonsense: null,
  rateLimit: null,
  fail: null,
  maxBatch: null,
  maxAnswerBytes: null,
  picks: 'in turn',
  splitsBatches: false,
  isSilent: false,
};

/** Faults of one of the nodes behind an endpoint. */
export interface BackendFaults {
  readonly lagBlocks: number;
  /** When the lag ends, by performance.now(). */
  readonly lagUntilMs: number;
  /** Its head, if it is on another branch; null: the chain's head. */
  readonly tip: SimBlock | null;
  /** Blocks per eth_getLogs range, and the words that refuse more. */
  readonly maxLogRange: number | null;
  readonly rangeRefusal: Refusal;
  /** Logs per answer, also for a block requested by hash. */
  readonly maxLogResults: number | null;
  readonly resultsRefusal: Refusal;
  /**
   * Blocks whose logs are left out under an unchanged hash: from answers by hash, by range, or both, and
   * how often for each block; always by default.
   */
  readonly loseLogs: {
    readonly blocks: Blocks;
    readonly of: 'hash' | 'range' | 'both';
    readonly times?: number;
  } | null;
  /** True if a range beyond its head returns what there is, without an error (go-ethereum #24078). */
  readonly emptyBeyondHead: boolean;
  /** Blocks for which it answers null, though it has them. */
  readonly nullBlocks: Blocks | null;
  /** States below this block are gone. */
  readonly prunedBefore: number;
  /** How many of the newest states it keeps; null: all. */
  readonly keepStates: number | null;
  readonly prunedWords: 'missing trie node' | 'historical state';
  /** True if it does not know reorganised blocks; geth still answers for them. */
  readonly forgetsOrphans: boolean;
  /** Which methods refuse a block's hash (EIP-1898 in calls, EIP-234 in logs). */
  readonly noBlockHash: 'calls' | 'logs' | 'both' | null;
  readonly gasCap: bigint | null;
  readonly chainId: number | null;
  /** Another hash for block 0. */
  readonly genesisHash: string | null;
}

export const SOUND_BACKEND: BackendFaults = {
  lagBlocks: 0,
  lagUntilMs: Number.POSITIVE_INFINITY,
  tip: null,
  maxLogRange: null,
  rangeRefusal: REFUSALS.geth,
  maxLogResults: null,
  resultsRefusal: REFUSALS.infura,
  loseLogs: null,
  emptyBeyondHead: true,
  nullBlocks: null,
  prunedBefore: 0,
  keepStates: null,
  prunedWords: 'missing trie node',
  forgetsOrphans: false,
  noBlockHash: null,
  gasCap: null,
  chainId: null,
  genesisHash: null,
};
