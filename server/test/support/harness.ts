/**
 * A whole server for tests: real HTTP and sockets on a free port, a store in memory, and a chain
 * that the test controls. It writes nothing to the disk.
 */
import { Wallet } from 'ethers';
import type { Express } from 'express';
import { address, type Address } from '../../../common/values/address.ts';
import { composeServer, type RunningServer } from '../../boot/compose-server.ts';
import { loadConfig, type Config, type Mode } from '../../boot/config.ts';
import { sessionSecrets } from '../../boot/session-secret.ts';
import type { Chain } from '../../chain/chain.ts';
import { TEST_CONTRACTS } from '../../chain/testing/chain-sim.ts';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { readTokenMetadata } from '../../chain/token-metadata.ts';
import type { GameClock } from '../../game/engine/clock.ts';
import type { Limits } from '../../http/limits.ts';
import { filled } from '../../http/page-template.ts';
import { beginPage, pageAt, type PageGame, type Pages } from '../../http/pages.ts';
import { createLog, type Log } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from './answer-check.ts';
import { ask, type Asking } from './http-client.ts';
import { signIn, signInText } from './sign-in.ts';
import { openSocket, type TestSocket } from './socket-client.ts';

export interface HarnessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** If several servers share it: the test closes it. */
  readonly store?: Store;
  /** The mode whose rules apply; production's required variables are not needed here. */
  readonly mode?: Mode;
  readonly limits?: Limits;
  readonly log?: Log;
  /** The chain, if something is on it before the server starts. */
  readonly chain?: FakeChain;
  /** What the server reads instead of that chain; the test closes it. */
  readonly rpcChain?: Chain;
  /** How often the follower looks at the chain, for tests that wait for it repeatedly. */
  readonly chainPollMs?: number;
  /** Signs the ledger; null: there is no ledger. Without it all servers have the same. */
  readonly ledgerKey?: Uint8Array | null;
  /** Receives the express app, after the API and before the pages. */
  readonly extend?: (app: Express, pageGame: PageGame) => void;
}

/** A wallet that plays over HTTP. */
export interface TestPlayer {
  readonly wallet: Address;
  readonly signer: Pick<Wallet, 'signMessage'>;
  /** The session's cookie; empty before one began. */
  readonly cookie: string;
  get(path: string, asking?: Asking): Promise<Answer>;
  /** POSTs the body with this wallet's address in it. */
  post(path: string, body: object, headers?: Asking['headers']): Promise<Answer>;
}

/** The follower's pace for tests that do not wait for it. */
const CHAIN_POLL_MS = 1000;
/** Between two checks of the chain follower's progress. */
const LOOK_MS = 20;

export class Harness {
  readonly chain: FakeChain;
  readonly #options: HarnessOptions;
  readonly #config: Config;
  readonly #log: Log;
  readonly store: Store;
  #running: { server: RunningServer; clock: GameClock } | null = null;

  private constructor(options: HarnessOptions) {
    this.#options = options;
    this.store = options.store ?? openMemoryStore();
    this.chain = options.chain ?? new FakeChain({ timeoutMs: 3000 });
    this.#log = options.log ?? createLog('silent');
    this.#config = {
      ...loadConfig('test', { PORT: '0', SESSION_SECRET: TEST_SECRET, ...options.env }),
      ...(options.mode ? { mode: options.mode } : {}),
      chainPollMs: options.chainPollMs ?? CHAIN_POLL_MS,
      ethRpcUrls: ['http://127.0.0.1:1'],
      contracts: TEST_CONTRACTS,
    };
  }

  static async start(options: HarnessOptions = {}): Promise<Harness> {
    const harness = new Harness(options);
    await harness.#start();
    return harness;
  }

  /** Stops it and starts another one on the same store. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
  }

  /** Ends the server, and its data if they are its own. */
  async close(): Promise<void> {
    if (this.#running) await this.stop();
    if (!this.#options.store) await this.store.close();
  }

  /** Ends the server; its data stays. */
  async stop(): Promise<void> {
    const { server } = this.#parts;
    this.#running = null;
    await server.close();
  }

  get url(): string {
    return this.#parts.server.url;
  }

  /** The URL of the metrics if they have their own port; otherwise null. */
  get metricsUrl(): string | null {
    return this.#parts.server.metricsUrl;
  }

  get clock(): GameClock {
    return this.#parts.clock;
  }

  /** Resolves when the chain's follower has processed the newest block: it commits nothing more. */
  async quiet(): Promise<void> {
    const followed = `\ndenaria_chain_block ${this.chain.blockNumber}\n`;
    while (!(await this.ask('/metrics')).text.includes(followed)) {
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_MS);
      });
    }
  }

  ask(path: string, asking?: Asking): Promise<Answer> {
    return ask(this.url, path, asking);
  }

  /** A new wallet, signed in, that holds this much DENA, in wei. */
  async player(denaWei = 0n): Promise<TestPlayer> {
    const stranger = this.stranger();
    if (denaWei > 0n) this.chain.give(stranger.wallet, { denaWei });
    return this.signedIn(stranger);
  }

  /** The same wallet in a new session. */
  async signedIn(player: TestPlayer): Promise<TestPlayer> {
    return { ...player, ...this.#acting(player.wallet, await signIn(this.url, player)) };
  }

  /** A new wallet that has not signed in. */
  stranger(): TestPlayer {
    const signer = Wallet.createRandom();
    const wallet = address(signer.address);
    return { wallet, signer, ...this.#acting(wallet, '') };
  }

  /** A sign-in message as this server expects it, with its own nonce. */
  signInText(wallet: Address): Promise<string> {
    return signInText(this.url, wallet);
  }

  socket(): Promise<TestSocket> {
    return openSocket(this.url);
  }

  get #parts() {
    if (!this.#running) throw new Error('the server is not running');
    return this.#running;
  }

  async #start(): Promise<void> {
    let clock: GameClock | null = null;
    const server = await composeServer({
      config: this.#config,
      store: this.store,
      chain: this.#options.rpcChain ?? this.chain,
      readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, METADATA),
      sessionSecrets: await sessionSecrets(this.#config),
      ledgerKey: this.#options.ledgerKey === undefined ? TEST_KEY : this.#options.ledgerKey,
      log: this.#log,
      limits: this.#options.limits,
      pages: () => Promise.resolve(TEST_PAGES),
      extend: (app, parts) => {
        clock = parts.clock;
        this.#options.extend?.(app, parts.pageGame);
      },
    });
    if (!clock) throw new Error('the server gave its extension no clock');
    this.#running = { server, clock };
  }

  #acting(wallet: Address, cookie: string): Pick<TestPlayer, 'cookie' | 'get' | 'post'> {
    const withCookie = (headers: Asking['headers'] = {}) =>
      cookie ? { Cookie: cookie, ...headers } : headers;
    return {
      cookie,
      get: (path, asking = {}) =>
        this.ask(path, { ...asking, headers: withCookie(asking.headers) }),
      post: (path, body, headers) =>
        this.ask(path, {
          json: { walletAddress: wallet, ...body },
          headers: withCookie(headers),
        }),
    };
  }
}

export { TEST_CONTRACTS };

/** Signs sessions, which last beyond a restart. */
const TEST_SECRET = 'the session secret of all servers in tests';

/** Several servers may share a store, and so a ledger. */
export const TEST_KEY = new Uint8Array(32).fill(1);

/** Metadata is never requested from outside the test. */
const METADATA = {
  ipfsGateway: 'http://127.0.0.1:1/',
  allowPrivateHosts: true,
  timeoutMs: 500,
  maxBytes: 100_000,
};

export const TEST_PAGES: Pages = {
  mount(app) {
    app.get('/{*path}', (request, response) => {
      const html = '<meta property="csp-nonce" nonce="__CSP_NONCE__">';
      response.send(filled(html, beginPage(response, pageAt(request.path))));
    });
  },
  close: () => Promise.resolve(),
};
