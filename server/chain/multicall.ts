/**
 * Balances of many wallets in one eth_call, with Multicall3 (the same address on every chain that
 * has it). Encoded and decoded by hand: 500 wallets take ethers 800 ms of the game's main thread
 * (measured on 2 cores), and this 10.
 */
import { id } from 'ethers';
import { NATIONS } from '../../common/values/nations.ts';
import { address, type Address } from '../../common/values/address.ts';
import type { Contracts, Holder } from './chain.ts';
import { failureOf } from './failures.ts';
import {
  ethCall,
  hexBytesSchema,
  reasonOf,
  valueOf,
  type Outcome,
  type RpcCall,
} from './json-rpc.ts';
import type { RpcClient } from './rpc-client.ts';

export const MULTICALL3 = address('0xcA11bde05977b3631167028862bE2a173976CA11');

/** A function's selector, without `0x`. */
export const selector = (signature: string) => id(signature).slice(2, 10);
const AGGREGATE3 = selector('aggregate3((address,bool,bytes)[])');
const GET_BLOCK_NUMBER = selector('getBlockNumber()');
const ERC20_BALANCE_OF = selector('balanceOf(address)');
const ERC1155_BALANCE_OF = selector('balanceOf(address,uint256)');
const ERC1155_URI = selector('uri(uint256)');

export const word = (value: number | bigint) => value.toString(16).padStart(64, '0');
const addressWord = (account: string) => account.slice(2).toLowerCase().padStart(64, '0');

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One call of an aggregate3; it may fail without failing the others. */
export interface SubCall {
  readonly to: string;
  /** Without `0x`. */
  readonly data: string;
}

/** What a sub-call returned, without `0x`; null if it failed. */
export type SubAnswer = string | null;

export const blockNumberCall: SubCall = { to: MULTICALL3, data: GET_BLOCK_NUMBER };

/** A player's balances of DENA and of its nation's two NFTs. */
export function holdingsCalls(contracts: Contracts, { wallet, nationId }: Holder): SubCall[] {
  const ofToken = tokenBalanceData(wallet, NATIONS[nationId].tokenId);
  return [
    { to: contracts.dena, data: ERC20_BALANCE_OF + addressWord(wallet) },
    { to: contracts.nationalNft, data: ofToken },
    { to: contracts.culturalNft, data: ofToken },
  ];
}

export const tokenBalanceData = (wallet: Address, tokenId: bigint | number) =>
  ERC1155_BALANCE_OF + addressWord(wallet) + word(tokenId);

export const tokenUriData = (tokenId: bigint) => ERC1155_URI + word(tokenId);

/** The eth_call that makes all these calls at a block. */
export function multicall(calls: readonly SubCall[], block: string): RpcCall {
  const offsets: string[] = [];
  const tuples: string[] = [];
  let offset = calls.length * 32;
  for (const { to, data } of calls) {
    const padded = Math.ceil(data.length / 64) * 64;
    offsets.push(word(offset));
    tuples.push(
      addressWord(to),
      word(1),
      word(96),
      word(data.length / 2),
      data.padEnd(padded, '0'),
    );
    offset += 4 * 32 + padded / 2;
  }
  const data = `0x${AGGREGATE3}${word(32)}${word(calls.length)}${offsets.join('')}${tuples.join('')}`;
  return ethCall({ to: MULTICALL3, data }, block);
}

/** Few enough for any provider's batches. */
const CALLS_TOGETHER = 3;

/**
 * What calls return at a block, each asked by itself. @throws the node's own refusal; it is not the
 * contract's
 */
export async function oneByOne(
  rpc: RpcClient,
  calls: readonly SubCall[],
  block: string,
): Promise<SubAnswer[]> {
  const answers: SubAnswer[] = [];
  while (answers.length < calls.length) {
    const some = calls.slice(answers.length, answers.length + CALLS_TOGETHER);
    const outcomes = await rpc.together(
      some.map(({ to, data }) => ethCall({ to, data: `0x${data}` }, block)),
    );
    for (const outcome of outcomes) {
      const isReverted = failureOf(reasonOf(outcome)) === 'reverted';
      answers.push(isReverted ? null : hexBytesSchema.parse(valueOf(outcome)).slice(2));
    }
  }
  return answers;
}

/** What calls return at a block. @throws Error if the node does not answer properly */
export async function callTogether(
  rpc: RpcClient,
  calls: readonly SubCall[],
  block: string,
): Promise<SubAnswer[]> {
  const [outcome] = await rpc.together([multicall(calls, block)]);
  return multicallAnswers(outcome, calls.length) ?? oneByOne(rpc, calls, block);
}

/**
 * What Multicall3 answered to `count` calls; null if it is not there, as on a chain of somebody's
 * own: nothing or another contract answers in its place. @throws the node's own failure
 */
export function multicallAnswers(outcome: Outcome | undefined, count: number): SubAnswer[] | null {
  if (['reverted', 'refused'].includes(failureOf(reasonOf(outcome)))) return null;
  const bytes = hexBytesSchema.parse(valueOf(outcome)).slice(2);
  try {
    return subAnswers(bytes, count);
  } catch {
    return null;
  }
}

/** @throws Error if it is not an aggregate3 answer. */
function subAnswers(bytes: string, count: number): SubAnswer[] {
  const list = numberAt(bytes, 0);
  if (numberAt(bytes, list) !== count)
    throw new Error('the number of answers differs from that of calls');
  const first = list + 32;
  return Array.from({ length: count }, (_, i) => {
    const tuple = first + numberAt(bytes, first + i * 32);
    const isSuccess = numberAt(bytes, tuple) === 1;
    const data = tuple + numberAt(bytes, tuple + 32);
    const length = numberAt(bytes, data);
    const from = (data + 32) * 2;
    const returned = bytes.slice(from, from + length * 2);
    if (returned.length !== length * 2) throw new Error('an answer that is cut off');
    return isSuccess ? returned : null;
  });
}

/** The number in the word at a byte offset. @throws Error if it is larger than any answer */
function numberAt(bytes: string, at: number): number {
  const text = bytes.slice(at * 2, at * 2 + 64);
  if (text.length !== 64 || !text.startsWith('0'.repeat(56))) throw new Error('no proper answer');
  return Number.parseInt(text.slice(56), 16);
}

/** The amount that a balanceOf returned; null if it failed or returned no word. */
export function amountIn(returned: SubAnswer | undefined): bigint | null {
  return returned && returned.length >= 64 ? BigInt(`0x${returned.slice(0, 64)}`) : null;
}

/**
 * The text that a function returned. By hand too: megabytes of it take ethers seconds.
 * @throws Error if it is not ABI, or not UTF-8
 */
export function textIn(answer: string): string {
  const bytes = answer.slice(2);
  const at = numberAt(bytes, 0);
  const from = (at + 32) * 2;
  const length = numberAt(bytes, at) * 2;
  const text = bytes.slice(from, from + length);
  if (text.length !== length) throw new Error('a text that is cut off');
  return UTF_8.decode(Buffer.from(text, 'hex'));
}
