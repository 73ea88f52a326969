/** The chain's answers: the adapter by itself, and the server on top of it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { ALICE } from '../../../common/testing/fixtures.ts';
import { ChainUnavailable, type Chain } from '../../../server/chain/chain.ts';
import { openRpcChain } from '../../../server/chain/rpc-chain.ts';
import { QueueFull } from '../../../server/lib/bounded-queue.ts';
import { TEST_CONTRACTS } from '../../../server/test/support/harness.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { signInText } from '../../../server/test/support/sign-in.ts';
import { anyAlteration } from '../tampering.ts';
import { target, type Playground } from '../target.ts';
import { anyCaller, isAllowed } from './shared.ts';

const SIGNATURE = `0x${'5'.repeat(130)}`;
const BLOCK = { number: 1, hash: `0x${'1'.repeat(64)}` };
/** Timeout of a whole adapter call, and the maximum it may take. */
const CALL_MS = 500;
const LATE_MS = 5000;

/** Every method of the port. */
const QUESTIONS: Readonly<Record<string, (chain: Chain) => Promise<unknown>>> = {
  holdings: (chain) => chain.holdings(ALICE, 'usa', 0),
  holdingsAt: (chain) => chain.holdingsAt(BLOCK, [{ wallet: ALICE, nationId: 'italy' }]),
  tokenBalance: (chain) => chain.tokenBalance('national', ALICE, 1n),
  tokenUri: (chain) => chain.tokenUri('cultural', 1n),
  head: (chain) => chain.head(),
  block: (chain) => chain.block(1),
  transfersIn: (chain) => chain.transfersIn(BLOCK),
  transfersAfter: (chain) => chain.transfersAfter(BLOCK, 9),
  acceptsSignature: (chain) => chain.acceptsSignature(ALICE, 'a message', SIGNATURE),
  confirm: (chain) => chain.confirm(),
};

export const ADAPTER_TARGET = target({
  name: 'chain-adapter',
  property: ({ node }) =>
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(QUESTIONS)),
      fc.array(anyAlteration, { minLength: 1, maxLength: 6 }),
      async (name, alterations) => {
        node.tampering.queue(alterations);
        // A new adapter, whose endpoint has not failed yet.
        const chain = openRpcChain({
          endpoints: [node.url],
          contracts: TEST_CONTRACTS,
          expectedChainId: 1,
          production: true,
          genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
          log: { info() {}, warn() {}, error() {} },
          callMs: CALL_MS,
        });
        const startedAt = performance.now();
        try {
          await QUESTIONS[name]?.(chain);
        } catch (error) {
          const isExpected = [ChainUnavailable, QueueFull].some((kind) => error instanceof kind);
          if (!isExpected) throw error;
        } finally {
          chain.close();
        }
        const tookMs = performance.now() - startedAt;
        if (tookMs > LATE_MS) throw new Error(`${name} took ${tookMs.toFixed(0)} ms`);
      },
    ),
});

/** Requests that make the server call its chain. */
const DEEDS: Readonly<Record<string, object>> = {
  '/api/dena/stake': { amount: 1 },
  '/api/trade': { resourceType: 'wood', quantity: 10 },
  '/api/player-nation/refresh': {},
  '/api/nft/stake': { tokenId: 1, contractAddress: TEST_CONTRACTS.nationalNft },
  '/api/nft/verify': { tokenId: 1, contractAddress: TEST_CONTRACTS.culturalNft },
};
/** After the last lie: the endpoint rests for 2 s, and the follower polls every few seconds. */
const HEALING_MS = 20_000;

export const DECEIVED_TARGET = target({
  name: 'chain',
  property: ({ deceived: { server, player, tampering } }) =>
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(DEEDS), 'sign-in'),
      fc.array(anyAlteration, { minLength: 1, maxLength: 6 }),
      anyCaller,
      async (path, alterations, caller) => {
        const { wallet: walletAddress, cookie } = player;
        const headers = { Cookie: cookie, 'Idempotency-Key': randomUUID(), ...caller };
        const json = { walletAddress, ...DEEDS[path] };
        const message =
          path === 'sign-in' ? await signInText(server.url, ALICE, caller) : undefined;
        tampering.queue(alterations);
        const { status, text } = await (message === undefined
          ? ask(server.url, path, { json, headers })
          : ask(server.url, '/api/session', {
              json: { message, signature: SIGNATURE },
              headers: caller,
            }));
        tampering.queue([]);
        if (!isAllowed(status)) throw new Error(`${path} → ${status} ${text}`);
      },
    ),
  settled: isReadyAgain,
});

/** Once the chain tells the truth, the server recovers. */
async function isReadyAgain({ deceived }: Playground): Promise<void> {
  deceived.tampering.queue([]);
  const deadline = performance.now() + HEALING_MS;
  for (;;) {
    const { status, text } = await ask(deceived.server.url, '/readyz');
    if (status === 200 && text.includes('"ready"')) return;
    if (performance.now() > deadline) throw new Error(`not ready again: ${text}`);
    await sleep(200);
  }
}
