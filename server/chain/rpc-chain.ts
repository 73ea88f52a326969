/**
 * The chain's adapter on a JSON-RPC node, by ethers. Whatever a node answers is unknown until it is
 * parsed; whatever goes wrong with it is ChainUnavailable, within `CALL_MS`, with the cause kept.
 */
import { hashMessage, Interface, isHexString, toQuantity } from 'ethers';
import { z } from 'zod';
import type { Address } from '../../common/values/address.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import type { Holdings } from '../../common/values/player.ts';
import { createBoundedQueue, QueueFull } from '../lib/bounded-queue.ts';
import { within } from '../lib/deadline.ts';
import {
  ChainUnavailable,
  type BlockRef,
  type Chain,
  type Collection,
  type Contracts,
} from './chain.ts';
import { checkChain, WrongChain } from './check-chain.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { AnswerTooLarge, createRpcClient, RpcRefusal, type RpcClient } from './rpc-client.ts';
import { readTransfers } from './rpc-transfers.ts';
import { hexBytesSchema, quantitySchema } from './rpc-values.ts';

export interface RpcChain extends Chain {
  /**
   * Whether this is a chain to play on, asked once at the start: see check-chain.ts.
   * @throws WrongChain where it is not; ChainUnavailable where the node does not say.
   */
  checkChain(options: { readonly production: boolean }): Promise<void>;
}

/** A whole call, both of its round trips: a caller's 503 is out within 5 s [CHN2]. */
const CALL_MS = 3000;
/** Reading a thousand wallets at once. */
const SWEEP_MS = 30_000;
const BREAKER = { failuresToOpen: 3, openMs: 2000 };

const ERC20 = new Interface(['function balanceOf(address) view returns (uint256)']);
const ERC1155 = new Interface([
  'function balanceOf(address, uint256) view returns (uint256)',
  'function balanceOfBatch(address[], uint256[]) view returns (uint256[])',
  'function uri(uint256) view returns (string)',
]);
const EIP1271 = new Interface(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
/** What a contract wallet answers to a signature it accepts, padded to a word. */
const EIP1271_ACCEPTS = `0x1626ba7e${'0'.repeat(56)}`;
/** A word, in the envelope of JSON-RPC and with a node's words for a failure. */
const EIP1271_ANSWER_BYTES = 1024;
/** Enough for any wallet's check, too little to keep a node busy. */
const EIP1271_GAS = 10_000_000;

export function openRpcChain(options: {
  readonly rpcUrl: string;
  readonly contracts: Contracts;
  readonly expectedChainId: number;
  /** For a whole call; 3 s unless told. */
  readonly callMs?: number;
}): RpcChain {
  const { rpcUrl, contracts, expectedChainId, callMs = CALL_MS } = options;
  const rpc = createRpcClient({ rpcUrl, timeoutMs: callMs });
  // What contracts of strangers do shares no request with anything else, and has no room to speak.
  const untrusted = createRpcClient({
    rpcUrl,
    timeoutMs: callMs,
    maxAnswerBytes: EIP1271_ANSWER_BYTES,
    maxCallsPerRequest: 1,
  });
  const signatureLane = createBoundedQueue({ atOnce: 4, waiting: 16 });
  const breaker = createCircuitBreaker(BREAKER);

  const counted = <T>(read: () => Promise<T>): Promise<T> =>
    available(breaker.run(() => within(callMs, read())));

  const addressOf = (collection: Collection): Address =>
    collection === 'national' ? contracts.nationalNft : contracts.culturalNft;

  return {
    holdings: (wallet, nationId) =>
      counted(async () => {
        const block = quantitySchema.parse(await rpc.call('eth_blockNumber', []));
        const at = toQuantity(block);
        const { tokenId } = NATIONS[nationId];
        const [denaWei, national, cultural] = await Promise.all([
          read(rpc, contracts.dena, ERC20, 'balanceOf', [wallet], at).then(amount),
          read(rpc, contracts.nationalNft, ERC1155, 'balanceOf', [wallet, tokenId], at).then(
            copies,
          ),
          read(rpc, contracts.culturalNft, ERC1155, 'balanceOf', [wallet, tokenId], at).then(
            copies,
          ),
        ]);
        return { block, denaWei, national, cultural };
      }),

    allHoldings: (players) =>
      // A sweep is in no player's way, so it may take as long as all of its answers do.
      available(breaker.run(() => within(SWEEP_MS, allHoldings(rpc, contracts, players)))),

    // Anybody can ask for a wallet or a token that the contract refuses (0x0 in older ones), so neither
    // opens a circuit.
    tokenBalance: (collection, wallet, tokenId) =>
      available(
        breaker.runUncounted(() =>
          within(
            callMs,
            read(
              rpc,
              addressOf(collection),
              ERC1155,
              'balanceOf',
              [wallet, tokenId],
              'latest',
            ).then(amount),
          ),
        ),
      ),
    tokenUri: (collection, tokenId) =>
      available(
        breaker.runUncounted(() =>
          within(
            callMs,
            read(rpc, addressOf(collection), ERC1155, 'uri', [tokenId], 'latest').then((uri) =>
              z.string().parse(uri),
            ),
          ),
        ),
      ),

    head: () =>
      counted(async () => {
        const newest = await blockRef(rpc, 'latest');
        if (!newest) throw new Error('the node has no newest block');
        return newest;
      }),
    block: (number) => counted(() => blockRef(rpc, toQuantity(number))),
    transfers: (fromBlock, toBlock) =>
      counted(() => readTransfers(rpc, contracts, fromBlock, toBlock)),

    // Anybody can bring a wallet whose code fails or stalls, so its failures open no circuit.
    acceptsSignature: (wallet, message, signature) =>
      available(
        breaker.runUncounted(() =>
          signatureLane.run(
            () => within(callMs, acceptsSignature(untrusted, wallet, message, signature)),
            callMs,
          ),
        ),
      ),

    ping: () =>
      counted(async () => {
        quantitySchema.parse(await rpc.call('eth_blockNumber', []));
      }),

    checkChain: ({ production }) =>
      available(within(2 * callMs, checkChain(rpc, { contracts, expectedChainId, production }))),

    close() {
      rpc.close();
      untrusted.close();
    },
  };
}

const blockRefSchema = z.object({ number: quantitySchema, hash: hexBytesSchema });

async function blockRef(rpc: RpcClient, block: string): Promise<BlockRef | null> {
  return blockRefSchema.nullable().parse(await rpc.call('eth_getBlockByNumber', [block, false]));
}

/** The one value that a contract's view function answers, unknown until it is parsed. */
async function read(
  rpc: RpcClient,
  contract: Address,
  abi: Interface,
  method: string,
  args: readonly unknown[],
  block: string,
): Promise<unknown> {
  const data = abi.encodeFunctionData(method, [...args]);
  const answer = hexBytesSchema.parse(await rpc.call('eth_call', [{ to: contract, data }, block]));
  const [value]: unknown[] = abi.decodeFunctionResult(method, answer);
  return value;
}

async function allHoldings(
  rpc: RpcClient,
  contracts: Contracts,
  players: readonly { readonly wallet: Address; readonly nationId: NationId }[],
): Promise<Holdings[]> {
  const block = quantitySchema.parse(await rpc.call('eth_blockNumber', []));
  const at = toQuantity(block);
  const owners = players.map(({ wallet }) => wallet);
  const tokens = players.map(({ nationId }) => NATIONS[nationId].tokenId);
  const batch = (contract: Address) =>
    read(rpc, contract, ERC1155, 'balanceOfBatch', [owners, tokens], at).then((counts) =>
      z
        .array(z.unknown())
        .length(players.length)
        .parse([...z.array(z.unknown()).parse(counts)]),
    );
  const [national, cultural, dena] = await Promise.all([
    batch(contracts.nationalNft),
    batch(contracts.culturalNft),
    Promise.all(owners.map((owner) => read(rpc, contracts.dena, ERC20, 'balanceOf', [owner], at))),
  ]);
  return players.map((_, i) => ({
    block,
    denaWei: amount(dena[i]),
    national: copies(national[i]),
    cultural: copies(cultural[i]),
  }));
}

function amount(value: unknown): bigint {
  return z.bigint().parse(value);
}

/** A number of copies; more than a number can count are as good as that many. */
function copies(value: unknown): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const count = amount(value);
  return Number(count < most ? count : most);
}

/** An address without code answers nothing, and nothing is no acceptance. */
async function acceptsSignature(
  rpc: RpcClient,
  wallet: Address,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isHexString(signature, true)) return false;
  const data = EIP1271.encodeFunctionData('isValidSignature', [hashMessage(message), signature]);
  try {
    const gas = toQuantity(EIP1271_GAS);
    const answer = await rpc.call('eth_call', [{ to: wallet, data, gas }, 'latest']);
    return hexBytesSchema.parse(answer).slice(0, EIP1271_ACCEPTS.length) === EIP1271_ACCEPTS;
  } catch (error) {
    if (error instanceof RpcRefusal && isExecutionFailure(error)) return false;
    // A contract that answers more than a word accepts nothing.
    if (error instanceof AnswerTooLarge) return false;
    throw error;
  }
}

/** Whether the contract failed, not the node: nodes word it each in their own way. */
function isExecutionFailure({ code, message }: RpcRefusal): boolean {
  return code === 3 || /revert|opcode|out ?of ?gas|stack|invalid jump|evm error/i.test(message);
}

/** Every failure by the port's one name; what an adapter knows of it is its cause. */
async function available<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    if (cause instanceof WrongChain || cause instanceof QueueFull) throw cause;
    throw new ChainUnavailable('The chain did not answer properly.', { cause });
  }
}
