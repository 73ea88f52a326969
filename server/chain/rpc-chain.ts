/**
 * The chain's adapter for several JSON-RPC endpoints, none of which is trusted to be up, in sync or
 * complete. An answer is `unknown` until it is parsed; every failure becomes ChainUnavailable
 * within `CALL_MS`, and keeps its cause. What must agree on one block is read from one endpoint.
 */
import { z } from 'zod';
import { monotonicNow, wallNow } from '../lib/machine.ts';
import type { FaultLog } from '../observe/lasting-fault.ts';
import { ChainUnavailable, type Block, type Chain, type Collection } from './chain.ts';
import { chainCheck, type ExpectedChain } from './check-chain.ts';
import { Endpoint } from './endpoint.ts';
import { createPool } from './endpoint-pool.ts';
import { failureOf } from './failures.ts';
import { blockOf, headerOf, headerSchema, type Header } from './headers.ts';
import { holdingsReader } from './holdings.ts';
import { openHttpTransport } from './http-transport.ts';
import { ethCall, hexBytesSchema, type Transport, type TransportLimits } from './json-rpc.ts';
import { amountIn, textIn, tokenBalanceData, tokenUriData } from './multicall.ts';
import { nameReader } from './names.ts';
import { ReachedBlock } from './reached-block.ts';
import { acceptsSignature, EIP1271_ANSWER_BYTES } from './signature-check.ts';
import { transferReader } from './transfers.ts';
import { WsTransport } from './ws-transport.ts';

/**
 * Mainnet has a block every 12 s: an endpoint whose newest block is older than this may have
 * stopped.
 */
const OLD_S = 60;
const ASK_AROUND_MS = 60_000;

export interface RpcChainOptions extends ExpectedChain {
  /** URLs (http, https, ws, wss), the preferred one first. */
  readonly endpoints: readonly string[];
  readonly log: FaultLog;
  /** The limit of a whole call; defaults to 3 s. */
  readonly callMs?: number;
  /** Opens the transport of an endpoint; defaults to the one for its URL's scheme. */
  readonly connect?: (url: string, limits: TransportLimits) => Transport;
}

/**
 * The limit of a whole call, including all endpoints and retries: callers get their 503 within 5 s
 * [CHN2].
 */
const CALL_MS = 3000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export function openRpcChain(options: RpcChainOptions): Chain {
  const { contracts, log, callMs = CALL_MS, connect = connectByAddress } = options;
  const reached = new ReachedBlock();
  const check = chainCheck(options);
  const limits = { timeoutMs: callMs, maxAnswerBytes: MAX_ANSWER_BYTES };
  const endpoints = options.endpoints.map(
    (url, i) =>
      new Endpoint({
        name: `${i + 1} (${new URL(url).host})`,
        transport: connect(url, limits),
        untrustedTransport: connect(url, { ...limits, maxAnswerBytes: EIP1271_ANSWER_BYTES }),
        check,
        reached,
        log,
      }),
  );
  const pool = createPool(endpoints, callMs);
  let headListener: (() => void) | null = null;
  let askAroundAt = -Infinity;

  /**
   * Reads of wallets and tokens that anybody may name; a contract may refuse them (0x0 in older
   * ones).
   */
  const players = { isPlayers: true };

  /**
   * What a collection's view function returns; the check of the chain has confirmed that there is a
   * contract.
   */
  async function read({ rpc }: Endpoint, collection: Collection, data: string): Promise<string> {
    const to = collection === 'national' ? contracts.nationalNft : contracts.culturalNft;
    return hexBytesSchema.parse(await rpc.call(ethCall({ to, data: `0x${data}` })));
  }

  async function newestOf(endpoint: Endpoint): Promise<Header> {
    const newest = headerSchema.parse(await endpoint.rpc.call(headerOf('latest')));
    endpoint.answeredHead(newest);
    return newest;
  }

  async function head(): Promise<Block> {
    return blockOf(pool.first()?.announced() ?? (await newest()));
  }

  async function newest(): Promise<Header> {
    const known = await pool.ask(newestOf);
    const isOld = endpoints.length > 1 && wallNow() / 1000 - known.timestamp > OLD_S;
    return isOld && monotonicNow() >= askAroundAt ? newestOfAll(known) : known;
  }

  /**
   * An endpoint that has stopped syncing still answers, so the others are asked too, once a minute.
   */
  async function newestOfAll(known: Header): Promise<Header> {
    askAroundAt = monotonicNow() + ASK_AROUND_MS;
    const found = await Promise.allSettled(
      endpoints
        .filter((endpoint) => pool.mayBeAsked(endpoint))
        .map((endpoint) => endpoint.ask(() => newestOf(endpoint), callMs, false)),
    );
    return found.reduce(
      (best, one) =>
        one.status === 'fulfilled' && one.value.number > best.number ? one.value : best,
      known,
    );
  }

  return {
    confirm: () => pool.check(),
    ...holdingsReader(pool, contracts),
    ...transferReader(pool, contracts),
    names: nameReader(pool),
    head,

    tokenBalance: (collection, wallet, tokenId) =>
      pool.ask(async (endpoint) => {
        const answer = await read(endpoint, collection, tokenBalanceData(wallet, tokenId));
        return z.bigint().parse(amountIn(answer.slice(2)));
      }, players),

    async tokenUri(collection, tokenId) {
      try {
        const uri = await pool.ask(async (endpoint) => {
          const answer = await read(endpoint, collection, tokenUriData(tokenId));
          // A fallback function may return nothing at all.
          return answer === '0x' ? '' : textIn(answer);
        }, players);
        return uri || null;
      } catch (error) {
        if (error instanceof ChainUnavailable && failureOf(error.cause) === 'reverted') return null;
        throw error;
      }
    },

    // Anybody can sign in with a contract whose code fails or stalls.
    acceptsSignature: (wallet, message, signature) =>
      pool.ask((endpoint) => acceptsSignature(endpoint, wallet, message, signature), players),

    isReachable: () => pool.isReachable,
    endpoints: () => endpoints.map((endpoint) => endpoint.status()),

    onHead(listener) {
      headListener = listener;
      for (const endpoint of endpoints) endpoint.subscribe(() => headListener?.());
      return () => {
        headListener = null;
      };
    },

    close() {
      headListener = null;
      pool.close();
    },
  };
}

function connectByAddress(url: string, limits: TransportLimits): Transport {
  return /^wss?:/i.test(url) ? new WsTransport(url, limits) : openHttpTransport(url, limits);
}
