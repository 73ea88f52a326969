/** The chain's port: what the game reads of Ethereum. Adapters: `rpc-chain.ts`, and a fake in tests. */
import type { Address } from '../../common/values/address.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Holdings } from '../../common/values/player.ts';

export interface Contracts {
  readonly dena: Address;
  readonly nationalNft: Address;
  readonly culturalNft: Address;
}

export interface Chain {
  /**
   * What a wallet holds of DENA and of its nation's two NFTs, all read at one named block [CHN1].
   * @throws ChainUnavailable
   */
  holdings(wallet: Address, nationId: NationId): Promise<Holdings>;
  /**
   * Whether the contract wallet at this address accepts the signature of a message (EIP-1271,
   * EIP-191 hash). False for an address without code.
   * @throws ChainUnavailable
   */
  acceptsSignature(wallet: Address, message: string, signature: string): Promise<boolean>;
  /** Resolves while the chain answers in time. @throws ChainUnavailable */
  ping(): Promise<void>;
  close(): void;
}

/** The chain did not answer, not in time, or not with anything that can be understood. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}
