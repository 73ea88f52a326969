/** A chain that could not be checked at the start: unreachable to all until it once has been. */
import { ChainUnavailable, type Chain } from './chain.ts';

/**
 * Holds every question back until the check passed, so that a node that comes back as another chain
 * is never believed. The check is repeated with each question until then.
 */
export function checkedChain(chain: Chain, check: () => Promise<void>): Chain {
  let passed: Promise<void> | null = null;
  const checked = () => {
    passed ??= check().catch((cause: unknown) => {
      passed = null;
      throw new ChainUnavailable('The chain could not be checked.', { cause });
    });
    return passed;
  };
  const once =
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await checked();
      return ask(...args);
    };
  return {
    holdings: once((...args) => chain.holdings(...args)),
    allHoldings: once((...args) => chain.allHoldings(...args)),
    tokenBalance: once((...args) => chain.tokenBalance(...args)),
    tokenUri: once((...args) => chain.tokenUri(...args)),
    head: once(() => chain.head()),
    block: once((...args) => chain.block(...args)),
    transfers: once((...args) => chain.transfers(...args)),
    acceptsSignature: once((...args) => chain.acceptsSignature(...args)),
    ping: once(() => chain.ping()),
    close: () => chain.close(),
  };
}
