/**
 * [CHN1] Reads of blocks that the follower has not looked at yet. Should such a block be gone before it
 * does, none of its trail tells of it; so whoever was read there is read again when it has come by.
 */
import type { Address } from '../../../common/values/address.ts';
import type { Chain } from '../../chain/chain.ts';

export interface UnseenReads extends Pick<Chain, 'holdings'> {
  /** The follower has dealt with everything up to this block. */
  saw(block: number): void;
  /** The wallets that were read at blocks which it has dealt with since. */
  take(): Address[];
  /** For those that were taken and could not be read again. */
  giveBack(wallets: readonly Address[]): void;
}

export function createUnseenReads(chain: Pick<Chain, 'holdings'>): UnseenReads {
  let seenBlock = -1;
  /** The newest unseen block that each wallet was read at. */
  const unseen = new Map<Address, number>();
  const note = (wallet: Address, block: number) => {
    unseen.set(wallet, Math.max(block, unseen.get(wallet) ?? block));
  };
  return {
    async holdings(wallet, nationId) {
      // As of the question: what is seen while it is answered may be of another branch.
      const seenBefore = seenBlock;
      const holdings = await chain.holdings(wallet, nationId);
      if (holdings.block > seenBefore) note(wallet, holdings.block);
      return holdings;
    },
    saw(block) {
      seenBlock = block;
    },
    take() {
      const due = [...unseen].filter(([, block]) => block <= seenBlock);
      for (const [wallet] of due) unseen.delete(wallet);
      return due.map(([wallet]) => wallet);
    },
    giveBack(wallets) {
      for (const wallet of wallets) note(wallet, seenBlock);
    },
  };
}
