/**
 * [CHN1] What the engine needs from the part that keeps stakes backed, and how it reads what a
 * wallet holds.
 */
import type { Address } from '../../../common/values/address.ts';
import { ChainUnavailable, type Chain } from '../../chain/chain.ts';
import type { ShownPlayer, Holdings } from '../../../common/values/player.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { within } from '../../lib/deadline.ts';
import { monotonicNow, sleep } from '../../lib/machine.ts';

export interface HoldingsReader extends Pick<Chain, 'holdings'> {
  /**
   * The oldest block at which a read of the wallet counts: that of its last processed transfer. An
   * older read is repeated, and nothing is committed based on it.
   */
  neededBlock(wallet: Address): number;
}

/** How far a wallet's holdings are verified [CHN1]. */
export interface Verified {
  /** The block up to which every transfer of the wallet is processed; 0: none is. */
  readonly block: number;
  /** When that block was processed, by the game's clock; null: unknown, or never. */
  readonly at: number | null;
}

export type VerifiedUpTo = (
  player: Pick<ShownPlayer, 'wallet' | 'holdings' | 'standing'>,
) => Verified;

/** Between two reads of a node that lags behind. */
const LAG_PAUSE_MS = 150;

/**
 * What the wallet holds of DENA and of its nation's NFTs. Nodes behind one URL may lag: if the
 * answer is from before the block at which the player is known, or from before the wallet's last
 * transfer, it is read again.
 * @param deadline by `monotonicNow()`.
 * @throws ChainUnavailable if no such answer came by then.
 */
export async function freshHoldings(
  reader: Pick<HoldingsReader, 'holdings' | 'neededBlock'>,
  wanted: { readonly wallet: Address; readonly nationId: NationId; readonly atLeastBlock: number },
  deadline: number,
): Promise<Holdings> {
  const { wallet, nationId, atLeastBlock } = wanted;
  const timedOut = () => new ChainUnavailable('the holdings were not read in time');
  for (;;) {
    const block = Math.max(atLeastBlock, reader.neededBlock(wallet));
    const reading = reader.holdings(wallet, nationId, block);
    const holdings = await within(deadline - monotonicNow(), reading, timedOut);
    if (holdings.block >= block) return holdings;
    if (deadline - monotonicNow() <= LAG_PAUSE_MS) {
      throw new ChainUnavailable(`the chain answers from a block before ${block}`);
    }
    await sleep(LAG_PAUSE_MS);
  }
}
