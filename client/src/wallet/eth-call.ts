/**
 * Reads contracts through the player's own wallet: call data is encoded by hand and answers are
 * parsed strictly, so that the page needs no Ethereum library.
 */
import { z } from 'zod';
import type { Address } from '../../../common/values/address.ts';

const MAX_UINT256 = 2n ** 256n - 1n;

function wordOf(value: bigint): string {
  if (value < 0n || value > MAX_UINT256) throw new RangeError(`${value} is not a uint256`);
  return value.toString(16).padStart(64, '0');
}

// Each begins with the first four bytes of the Keccak-256 of its signature.

/** ERC-20 `decimals()` */
export const DECIMALS_DATA = '0x313ce567';

/** ERC-20 `balanceOf(address)` */
export function balanceOfData(owner: Address): string {
  return `0x70a08231${wordOf(BigInt(owner))}`;
}

/** ERC-1155 `balanceOf(address,uint256)` */
export function tokenBalanceOfData(owner: Address, tokenId: bigint): string {
  return `0x00fdd58e${wordOf(BigInt(owner))}${wordOf(tokenId)}`;
}

const wordSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(BigInt);

export type WalletRequest = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * `eth_call` at the latest block.
 * @throws ZodError for anything but one uint256: an address without code answers `0x`.
 */
export async function readUint(
  request: WalletRequest,
  contract: Address,
  data: string,
): Promise<bigint> {
  return wordSchema.parse(await request('eth_call', [{ to: contract, data }, 'latest']));
}
