/** The logs of transfers as contracts write them (EIP-20, EIP-1155). */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { address, type Address } from '../../../common/values/address.ts';
import type { Collection, Contracts } from '../chain.ts';
import { arrayWords, digitsOf, dynamicWords, word } from './abi-words.ts';

/** Copies of one token of a collection. */
interface Copies {
  readonly tokenId: bigint;
  readonly copies: bigint;
}

/** The content of one event. No sender: a mint; no receiver: a burn. */
export type SimTransfer = {
  readonly from: Address | null;
  readonly to: Address | null;
} & (
  | { readonly asset: 'dena'; readonly wei: bigint }
  /** One token is logged as TransferSingle, any other number as TransferBatch. */
  | { readonly asset: Collection; readonly tokens: readonly Copies[] }
);

/** An event in JSON-RPC's format; its block adds its position. */
export interface SimEvent {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const eventTopic = (signature: string) => `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`;
const TRANSFER = eventTopic('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = eventTopic('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = eventTopic('TransferBatch(address,address,address,uint256[],uint256[])');

/** Moves tokens for their owners, as a marketplace does: no party of a transfer. */
const OPERATOR = address('0x0000000000000000000000000000000000000e1e');

export function eventOf(transfer: SimTransfer, contracts: Contracts): SimEvent {
  const from = partyTopic(transfer.from);
  const to = partyTopic(transfer.to);
  if (transfer.asset === 'dena') {
    const topics = [TRANSFER, from, to];
    return { address: contracts.dena.toLowerCase(), topics, data: `0x${word(transfer.wei)}` };
  }
  const contract = transfer.asset === 'national' ? contracts.nationalNft : contracts.culturalNft;
  const parties = [partyTopic(OPERATOR), from, to];
  const ids = transfer.tokens.map(({ tokenId }) => word(tokenId));
  const counts = transfer.tokens.map(({ copies }) => word(copies));
  const isSingle = transfer.tokens.length === 1;
  return {
    address: contract.toLowerCase(),
    topics: [isSingle ? TRANSFER_SINGLE : TRANSFER_BATCH, ...parties],
    data: `0x${isSingle ? ids.join('') + counts.join('') : dynamicWords([arrayWords(ids), arrayWords(counts)])}`,
  };
}

function partyTopic(party: Address | null): string {
  return `0x${(party === null ? '' : digitsOf(party)).padStart(64, '0')}`;
}
