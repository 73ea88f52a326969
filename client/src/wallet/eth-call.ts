/**
 * Reads contracts through the player's own wallet: call data is encoded by hand and answers are parsed
 * strictly, so that the page needs no Ethereum library.
 */
import { z } from 'zod';
import type { Address } from '../../../common/values/address.ts';

/** The first four bytes of the Keccak-256 of each signature. */
const SELECTORS = {
  'decimals()': '313ce567',
  'balanceOf(address)': '70a08231',
  'balanceOf(address,uint256)': '00fdd58e',
} as const;

const MAX_UINT256 = 2n ** 256n - 1n;

function wordOf(value: bigint): string {
  if (value < 0n || value > MAX_UINT256) throw new RangeError(`${value} is not a uint256`);
  return value.toString(16).padStart(64, '0');
}

/** ERC-20 `decimals()` */
export function decimalsData(): string {
  return `0x${SELECTORS['decimals()']}`;
}

/** ERC-20 `balanceOf(owner)` */
export function balanceOfData(owner: Address): string {
  return `0x${SELECTORS['balanceOf(address)']}${wordOf(BigInt(owner))}`;
}

/** ERC-1155 `balanceOf(owner, id)` */
export function tokenBalanceOfData(owner: Address, tokenId: bigint): string {
  return `0x${SELECTORS['balanceOf(address,uint256)']}${wordOf(BigInt(owner))}${wordOf(tokenId)}`;
}

const wordSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(BigInt);

/**
 * The uint256 in a call's answer.
 * @throws ZodError for anything but one 32-byte word: an address without code answers `0x`.
 */
function uintOf(answer: unknown): bigint {
  return wordSchema.parse(answer);
}

export type WalletRequest = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** `eth_call` at the latest block; returns the one uint256. */
export async function readUint(
  request: WalletRequest,
  contract: Address,
  data: string,
): Promise<bigint> {
  return uintOf(await request('eth_call', [{ to: contract, data }, 'latest']));
}
