/** What the engine needs of whoever sees to it that stakes are backed [CHN1]. */
import type { Address } from '../../../common/values/address.ts';
import type { Chain } from '../../chain/chain.ts';

export interface HoldingsReader extends Pick<Chain, 'holdings'> {
  /**
   * The block that a read of the wallet must have come to: tokens of it moved there, and that was dealt
   * with. What was read of an older block is read again, and nothing is committed on it.
   */
  neededBlock(wallet: Address): number;
}
