/** The game's adapter on the endpoints of a test. */
import { openRpcChain, type RpcChain, type RpcChainOptions } from '../rpc-chain.ts';
import { TEST_CONTRACTS } from './fake-chain.ts';

/** It remembers no block 0 and logs nothing, unless it is told to. */
export function openTestChain(
  options: Partial<RpcChainOptions> & Pick<RpcChainOptions, 'endpoints'>,
): RpcChain {
  return openRpcChain({
    contracts: TEST_CONTRACTS,
    expectedChainId: 1,
    production: false,
    genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
    log: { info() {}, warn() {}, error() {} },
    ...options,
  });
}
