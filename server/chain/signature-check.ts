/**
 * Whether a contract wallet accepts a signature (EIP-1271). Its code is not trusted:
 * `stranger-reads.ts` limits how often it is asked, and how often at a time.
 */
import { hashMessage, Interface, isHexString } from 'ethers';
import type { Address } from '../../common/values/address.ts';
import type { Endpoint } from './endpoint.ts';

const EIP1271 = new Interface(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
/** What a contract wallet returns for a signature it accepts, padded to a word. */
const EIP1271_ACCEPTS = `0x1626ba7e${'0'.repeat(56)}`;
/** Room for a word in its JSON-RPC envelope, or for a node's error message. */
export const EIP1271_ANSWER_BYTES = 1024;
/** Enough for any wallet's check, too little to keep a node busy. */
const EIP1271_GAS = 10_000_000;

/** False for an address without code, which returns nothing. */
export async function acceptsSignature(
  endpoint: Endpoint,
  wallet: Address,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isHexString(signature, true)) return false;
  const data = EIP1271.encodeFunctionData('isValidSignature', [hashMessage(message), signature]);
  // A contract that fails, or returns more than a word, accepts nothing.
  const answer = await endpoint.askStranger(wallet, data, EIP1271_GAS);
  return answer?.slice(0, EIP1271_ACCEPTS.length) === EIP1271_ACCEPTS;
}
