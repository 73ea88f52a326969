/** ERC-1155 tokens: their metadata attributes, and a hash that identifies one. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.ts';

/** keccak256 of the 20 bytes of the contract and the 32 bytes of the token id. */
export function tokenHash(contract: Address, tokenId: bigint): Uint8Array {
  return keccak_256(
    hexToBytes(contract.slice(2).toLowerCase() + tokenId.toString(16).padStart(64, '0')),
  );
}

/** One attribute of a token's metadata: its name as written, its value as a number. */
export interface TokenAttribute {
  readonly trait: string;
  readonly value: number;
}
