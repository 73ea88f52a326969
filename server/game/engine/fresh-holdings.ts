/** [CHN1] Reads what a wallet holds, never at a block older than what is already known. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Holdings } from '../../../common/values/player.ts';
import { ChainUnavailable } from '../../chain/chain.ts';
import { within, type Deadline } from '../../lib/deadline.ts';
import type { HoldingsReader } from './holdings-reader.ts';

/** Between two reads of a node that lags behind. */
const LAG_PAUSE_MS = 150;

/**
 * What the wallet holds of DENA and of its nation's NFTs. Nodes behind one URL may lag: if the answer is
 * from before the block at which the player is known, or from before the wallet's last transfer, it is read
 * again.
 * @throws ChainUnavailable if no such answer came by the deadline.
 */
export async function freshHoldings(
  reader: Pick<HoldingsReader, 'holdings' | 'neededBlock'>,
  wanted: { readonly wallet: Address; readonly nationId: NationId; readonly atLeastBlock: number },
  deadline: Deadline,
): Promise<Holdings> {
  const { wallet, nationId, atLeastBlock } = wanted;
  const late = () => new ChainUnavailable('the holdings were not read in time');
  for (;;) {
    const block = Math.max(atLeastBlock, reader.neededBlock(wallet));
    const reading = reader.holdings(wallet, nationId, block);
    const holdings = await within(deadline.leftMs(), reading, late);
    if (holdings.block >= block) return holdings;
    if (deadline.leftMs() <= LAG_PAUSE_MS) {
      throw new ChainUnavailable(`the chain answers from a block before ${block}`);
    }
    await sleep(LAG_PAUSE_MS);
  }
}
