/** What the engine needs from the part that keeps stakes backed [CHN1]. */
import type { Address } from '../../../common/values/address.ts';
import type { Chain } from '../../chain/chain.ts';

export interface HoldingsReader extends Pick<Chain, 'holdings'> {
  /**
   * The oldest block at which a read of the wallet counts: that of its last processed transfer. An older
   * read is repeated, and nothing is committed based on it.
   */
  neededBlock(wallet: Address): number;
}
