/**
 * The chain's adapter for several JSON-RPC endpoints, none of which is trusted to be up, in sync or
 * complete. An answer is `unknown` until it is parsed; every failure becomes ChainUnavailable within
 * `CALL_MS`, and keeps its cause. What must agree on one block is read from one endpoint.
 */
import { Interface } from 'ethers';
import { z } from 'zod';
import { QueueFull } from '../lib/bounded-queue.ts';
import { monotonicNow, wallNow } from '../lib/machine.ts';
import {
  ChainUnavailable,
  type Block,
  type Chain,
  type Collection,
  type Contracts,
} from './chain.ts';
import { checkChain, genesisGuard, WrongChain, type Genesis } from './check-chain.ts';
import { Endpoint, type ChainLog } from './endpoint.ts';
import { EndpointPool, NoneAnswered } from './endpoint-pool.ts';
import { failureOf } from './failures.ts';
import { headerOf, headerParser } from './headers.ts';
import { holdingsReader } from './holdings.ts';
import { openHttpTransport } from './http-transport.ts';
import { hexBytesSchema, type Transport, type TransportLimits } from './json-rpc.ts';
import { nameReader } from './names.ts';
import type { RpcClient } from './rpc-client.ts';
import { acceptsSignature, EIP1271_ANSWER_BYTES, signatureLanes } from './signature-check.ts';
import { transferReader } from './transfers.ts';
import { openWsTransport } from './ws-transport.ts';

/** Mainnet has a block every 12 s: an endpoint whose newest block is older than this may have stopped. */
const OLD_S = 60;
const ASK_AROUND_MS = 60_000;

export interface RpcChain extends Chain {
  /**
   * Checks every endpoint's chain: see check-chain.ts. Those that do not answer are checked before their
   * first use instead.
   * @throws WrongChain if none passes and one is on a wrong chain; ChainUnavailable if none answers.
   */
  checkEndpoints(): Promise<void>;
}

export interface RpcChainOptions {
  /** URLs (http, https, ws, wss), the preferred one first. */
  readonly endpoints: readonly string[];
  readonly contracts: Contracts;
  readonly expectedChainId: number;
  /** True if the development chain, whose keys are public, is refused. */
  readonly production: boolean;
  readonly genesis: Genesis;
  readonly log: ChainLog;
  /** The limit of a whole call; defaults to 3 s. */
  readonly callMs?: number;
  /** Opens the transport of an endpoint; defaults to the one for its URL's scheme. */
  readonly connect?: (url: string, limits: TransportLimits) => Transport;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/**
 * The limit of a whole call, including all endpoints and retries: callers get their 503 within 5 s [CHN2].
 */
const CALL_MS = 3000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const ERC1155 = new Interface([
  'function balanceOf(address, uint256) view returns (uint256)',
  'function uri(uint256) view returns (string)',
]);

export function openRpcChain(options: RpcChainOptions): RpcChain {
  const {
    contracts,
    log,
    callMs = CALL_MS,
    connect = connectByAddress,
    now = monotonicNow,
  } = options;
  const parseHeader = headerParser(contracts);
  const knownGenesisUnlike = genesisGuard(options.genesis);
  const limits = { timeoutMs: callMs, maxAnswerBytes: MAX_ANSWER_BYTES };
  const endpoints = options.endpoints.map(
    (url, i) =>
      new Endpoint({
        name: `${i + 1} (${new URL(url).host})`,
        transport: connect(url, limits),
        untrustedTransport: connect(url, { ...limits, maxAnswerBytes: EIP1271_ANSWER_BYTES }),
        check: (rpc) => checkChain(rpc, { ...options, knownGenesisUnlike }),
        checkMs: 2 * callMs,
        parseHeader,
        log,
        now,
      }),
  );
  const pool = new EndpointPool(endpoints, callMs, now);
  const balances = holdingsReader(pool, contracts, parseHeader, now);
  const transfers = transferReader(pool, contracts, parseHeader, now);
  const names = nameReader(pool, now);
  const inSignatureLane = signatureLanes(now);
  const headListeners = new Set<() => void>();
  let isSubscribed = false;
  let askAroundAt = -Infinity;

  /** Reads of wallets and tokens that anybody may name; a contract may refuse them (0x0 in older ones). */
  const players = { isPlayers: true };

  /**
   * The single return value of a collection's view function; `unknown` until it is parsed.
   * @param ifNothing the value if it returns nothing at all, as a fallback function may. The check of the
   * chain has confirmed that there is a contract.
   */
  async function read(
    rpc: RpcClient,
    collection: Collection,
    method: string,
    args: readonly unknown[],
    ifNothing?: string,
  ): Promise<unknown> {
    const to = collection === 'national' ? contracts.nationalNft : contracts.culturalNft;
    const call = [{ to, data: ERC1155.encodeFunctionData(method, [...args]) }, 'latest'];
    const answer = hexBytesSchema.parse(await rpc.call('eth_call', call));
    if (answer === '0x' && ifNothing !== undefined) return ifNothing;
    const [value]: unknown[] = ERC1155.decodeFunctionResult(method, answer);
    return value;
  }

  async function newestOf(endpoint: Endpoint): Promise<Block> {
    const { method, params } = headerOf('latest');
    const newest = parseHeader(await endpoint.rpc.call(method, params));
    endpoint.answeredHead(newest);
    return newest;
  }

  async function head(): Promise<Block> {
    const announced = pool.first()?.announced();
    if (announced) return announced;
    const newest = await pool.ask(newestOf);
    const isOld = endpoints.length > 1 && wallNow() / 1000 - newest.timestampS > OLD_S;
    return isOld && now() >= askAroundAt ? newestOfAll(newest) : newest;
  }

  /** An endpoint that has stopped syncing still answers, so the others are asked too, once a minute. */
  async function newestOfAll(known: Block): Promise<Block> {
    askAroundAt = now() + ASK_AROUND_MS;
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
    checkEndpoints: () => available(pool.check()),
    holdings: (...asked) => available(balances.holdings(...asked)),
    holdingsAt: (...asked) => available(balances.holdingsAt(...asked)),

    tokenBalance: (collection, wallet, tokenId) =>
      available(
        pool.ask(
          async ({ rpc }) =>
            z.bigint().parse(await read(rpc, collection, 'balanceOf', [wallet, tokenId])),
          players,
        ),
      ),

    tokenUri: (collection, tokenId) =>
      available(
        pool
          .ask(
            async ({ rpc }) => z.string().parse(await read(rpc, collection, 'uri', [tokenId], '')),
            players,
          )
          .then(
            (uri) => uri || null,
            (error: unknown) => {
              if (failureOf(error) === 'reverted') return null;
              throw error;
            },
          ),
      ),

    names: (wallets) => available(names(wallets)),
    head: () => available(head()),

    block: (number) =>
      available(
        pool.ask(
          async ({ rpc }) => {
            const { method, params } = headerOf(number);
            const header = await rpc.call(method, params);
            return header === null ? null : { number, hash: parseHeader(header).hash };
          },
          { atLeastBlock: number },
        ),
      ),

    transfersIn: (block) => available(transfers.transfersIn(block)),
    transfersAfter: (base, upTo) => available(transfers.transfersAfter(base, upTo)),

    // Anybody can sign in with a contract whose code fails or stalls.
    acceptsSignature: (wallet, message, signature) =>
      available(
        inSignatureLane(
          wallet,
          () =>
            pool.ask(
              ({ untrusted }) => acceptsSignature(untrusted, wallet, message, signature),
              players,
            ),
          callMs,
        ),
      ),

    confirm: () =>
      available(
        pool.check().catch((cause: unknown) => {
          throw new Error('no endpoint is on the chain of the game', { cause });
        }),
      ),

    isReachable: () => pool.isReachable,
    endpoints: () => endpoints.map((endpoint) => endpoint.status()),

    onHead(listener) {
      headListeners.add(listener);
      if (!isSubscribed) {
        isSubscribed = true;
        for (const endpoint of endpoints) {
          endpoint.subscribe(() => {
            for (const told of headListeners) told();
          });
        }
      }
      return () => headListeners.delete(listener);
    },

    close() {
      headListeners.clear();
      pool.close();
    },
  };
}

function connectByAddress(url: string, limits: TransportLimits): Transport {
  return /^wss?:/i.test(url) ? openWsTransport(url, limits) : openHttpTransport(url, limits);
}

/** Turns every failure into the port's ChainUnavailable, with the adapter's own error as its cause. */
async function available<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof WrongChain || error instanceof QueueFull) throw error;
    const cause = error instanceof NoneAnswered ? error.cause : error;
    throw new ChainUnavailable('The chain did not answer properly.', { cause });
  }
}
