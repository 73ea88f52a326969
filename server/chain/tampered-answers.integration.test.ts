/**
 * The adapter on a node that tampers with its answers: an answer in time, or `ChainUnavailable`,
 * and nothing else.
 */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ALICE } from '../../common/testing/fixtures.ts';
import { serveNode } from '../../tools/rig/serve-node.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { ChainUnavailable, type Chain } from './chain.ts';
import { openRpcChain } from './rpc-chain.ts';
import { ChainSim, TEST_CONTRACTS } from './testing/chain-sim.ts';
import { FakeNode } from './testing/fake-node.ts';
import { anyAlteration, Tampering } from './testing/tampering.ts';

const BLOCK = { number: 1, hash: `0x${'1'.repeat(64)}`, parentHash: '', timestampS: 0 };
/** Of a whole call to the adapter. */
const CALL_MS = 500;

const QUESTIONS: Readonly<Record<string, (chain: Chain) => unknown>> = {
  holdings: (chain) => chain.holdings(ALICE, 'usa', 0),
  holdingsAt: (chain) => chain.holdingsAt(BLOCK, [{ wallet: ALICE, nationId: 'italy' }]),
  tokenBalance: (chain) => chain.tokenBalance('national', ALICE, 1n),
  tokenUri: (chain) => chain.tokenUri('cultural', 1n),
  head: (chain) => chain.head(),
  recentTransfers: (chain) => chain.recentTransfers(BLOCK, 0, { number: 0, hash: BLOCK.hash }),
  acceptsSignature: (chain) => chain.acceptsSignature(ALICE, 'a message', `0x${'5'.repeat(130)}`),
  confirm: (chain) => chain.confirm(),
};

test('whatever a node answers, each question is answered in time or fails as unavailable', async () => {
  const tampering = new Tampering();
  const node = await serveNode(new FakeNode(new ChainSim()), { tamper: tampering.tamper });
  onTestFinished(() => node.close());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(QUESTIONS)),
      fc.array(anyAlteration, { minLength: 1, maxLength: 6 }),
      async (question, alterations) => {
        tampering.queue(alterations);
        // A new adapter, whose endpoint has not failed yet.
        const chain = openRpcChain({
          endpoints: [node.url],
          contracts: TEST_CONTRACTS,
          expectedChainId: 1,
          refused: 'development',
          genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
          log: { info() {}, warn() {}, error() {} },
          callMs: CALL_MS,
        });
        try {
          await question(chain);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainUnavailable);
        } finally {
          chain.close();
        }
      },
    ),
    { numRuns: runs({ usual: 50, long: 1000 }) },
  );
});
