/**
 * The whole server on a store that a fixture is written into or read from. No wallet has to prove itself:
 * upgrades are about stored data, not sessions.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { leaderboardCall } from '../../../../common/protocol/leaderboard.ts';
import { address, type Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { composeServer } from '../../../boot/compose-server.ts';
import { loadConfig } from '../../../boot/config.ts';
import { FakeChain } from '../../../chain/testing/fake-chain.ts';
import { readTokenMetadata } from '../../../chain/token-metadata.ts';
import type { GameClock } from '../../../game/engine/clock.ts';
import { createLog } from '../../../observe/log.ts';
import type { Answer } from '../../../test/support/answer-check.ts';
import { METADATA, TEST_PAGES } from '../../../test/support/harness.ts';
import { ask } from '../../../test/support/http-client.ts';
import type { Store } from '../../store.ts';

/** Stakes remember their contract, so these must not change. */
export const CONTRACTS = {
  dena: address(`0x${'d'.repeat(40)}`),
  nationalNft: address(`0x${'a'.repeat(40)}`),
  culturalNft: address(`0x${'c'.repeat(40)}`),
};

/** What a wallet of a fixture holds on chain. */
export interface Purse {
  readonly wallet: Address;
  readonly nationId: NationId;
  readonly denaWei: bigint;
  readonly national: number;
  readonly cultural: number;
  /** Its ENS name; [NAM1]. */
  readonly name: string | null;
}

export interface PlayedGame {
  readonly chain: FakeChain;
  readonly clock: GameClock;
  get(path: string): Promise<Answer>;
  /** POSTs the body with the wallet's address in it. */
  post(wallet: Address, path: string, body: object, idempotencyKey?: string): Promise<Answer>;
  /** Resolves when the chain's follower has processed the newest block. */
  quiet(): Promise<void>;
  /** Resolves when the leaderboard shows that name. */
  shows(name: string): Promise<void>;
  /** Ends the server; the store stays open. */
  close(): Promise<void>;
}

/** Between two checks of the chain follower's progress. */
const LOOK_MS = 50;

/** A chain at that block on which the wallets hold what their purses say. */
export function chainWith(purses: readonly Purse[], block: number): FakeChain {
  const chain = new FakeChain();
  chain.advance(block - chain.blockNumber);
  for (const purse of purses) {
    const { wallet, nationId, denaWei, national, cultural, name } = purse;
    chain.giveUnseen(wallet, {
      denaWei,
      national: { [nationId]: national },
      cultural: { [nationId]: cultural },
    });
    chain.setName(wallet, { name });
  }
  return chain;
}

export async function playGame(store: Store, chain: FakeChain): Promise<PlayedGame> {
  const clocks: GameClock[] = [];
  const server = await composeServer({
    config: {
      ...loadConfig('test', { PORT: '0', WALLET_PROOF: 'off' }),
      ethRpcUrls: ['http://127.0.0.1:1'],
      contracts: CONTRACTS,
    },
    store,
    chain,
    readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, METADATA),
    sessionSecret: new Uint8Array(32),
    log: createLog('silent'),
    pages: () => Promise.resolve(TEST_PAGES),
    extend: (_app, parts) => clocks.push(parts.clock),
  });
  const [clock] = clocks;
  if (!clock) throw new Error('the server gave its extension no clock');
  return {
    chain,
    clock,
    get: (path) => ask(server.url, path),
    post: (wallet, path, body, idempotencyKey) =>
      ask(server.url, path, {
        json: { walletAddress: wallet, ...body },
        headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {},
      }),
    async quiet() {
      const followed = `\ndenaria_chain_block ${chain.blockNumber}\n`;
      while (!(await ask(server.url, '/metrics')).text.includes(followed)) await sleep(LOOK_MS);
    },
    async shows(name) {
      const shown = `"name":"${name}"`;
      while (!(await ask(server.url, leaderboardCall.path)).text.includes(shown)) {
        await sleep(LOOK_MS);
      }
    },
    close: () => server.close(),
  };
}
