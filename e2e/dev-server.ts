/**
 * A development server in its own process and folder: `npm run dev` as a newcomer starts it, or the
 * same game with the built pages, which start and load in a fraction of the time.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../tools/processes.ts';
import {
  beginningFolder,
  BUILT_GAME,
  BUILT_PAGES,
  PAGES_FOLDER,
  ROOT,
  type Beginning,
} from './prepared.ts';

export interface RunningGame {
  /** The page's address, as the process printed it. */
  readonly url: string;
  /**
   * Ends it by a signal, like Ctrl-C, a service manager or a crash.
   * @throws Error with its last output if it had already ended by itself.
   */
  stop(signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Runs a program of the game until it prints its address. @throws Error with its output if it does
 * not.
 */
export async function startGame(
  [module, ...args]: readonly [module: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): Promise<RunningGame> {
  const child = await Child.start(module, {
    args,
    cwd: ROOT,
    env: { ...process.env, ...env },
    isQuiet: true,
    until: PLAYS_AT,
  });
  return {
    url: PLAYS_AT.exec(child.output())?.[1] ?? '',
    async stop(signal = 'SIGTERM') {
      if (child.endedByItself()) throw new Error(`the game ended by itself\n${child.output()}`);
      await child.end(signal);
    },
  };
}

interface DevServerOptions {
  /** `vite`: as `npm run dev` serves them. */
  readonly pages?: 'vite' | 'built';
  /** For the built game only; `npm run dev` starts empty. */
  readonly beginning?: Beginning;
  readonly rivals?: number;
  /** Whether development's scripts are in the built game's pages, the Demo Wallet among them. */
  readonly hasDevScripts?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built pages are the players' pages, which link to a marketplace. */
const MARKETPLACES = { NATIONAL_MARKETPLACE: 'opensea', CULTURAL_MARKETPLACE: 'opensea' };

const PLAYS_AT = /plays at (https?:\/\/\S+)/;

export class DevServer {
  readonly #beginning: Beginning | null;
  readonly #program: readonly [module: string, ...args: string[]];
  readonly #env: Readonly<Record<string, string>>;
  readonly #hasMarketplaces: boolean;
  #dataDir: string | null = null;
  #game: RunningGame | null = null;
  #port = '0';

  constructor({
    pages = 'vite',
    beginning = 'empty',
    rivals = 0,
    hasDevScripts = true,
    env = {},
  }: DevServerOptions = {}) {
    this.#beginning = pages === 'built' ? beginning : null;
    this.#program =
      pages === 'built'
        ? [BUILT_GAME, hasDevScripts ? PAGES_FOLDER : BUILT_PAGES, String(rivals)]
        : [join(ROOT, 'dev', 'main.ts'), '--rivals', String(rivals)];
    this.#env = env;
    this.#hasMarketplaces = pages === 'built';
  }

  /** The page's address. */
  get url(): string {
    if (!this.#game) throw new Error('the game is not running');
    return this.#game.url;
  }

  /** The game's data folder, from its start until it is disposed of. */
  get dataDir(): string {
    if (this.#dataDir === null) throw new Error('the game has no folder');
    return this.#dataDir;
  }

  /** Starts it; after a stop on the same port, so open pages reconnect. */
  async start(): Promise<void> {
    if (this.#dataDir === null) {
      this.#dataDir = mkdtempSync(join(tmpdir(), 'denaria-e2e-'));
      if (this.#beginning) {
        cpSync(beginningFolder(this.#beginning), this.#dataDir, { recursive: true });
      }
    }
    this.#game = await startGame(this.#program, {
      PORT: this.#port,
      DATA_DIR: this.#dataDir,
      LOG_LEVEL: 'warn',
      ...(this.#hasMarketplaces ? MARKETPLACES : {}),
      ...this.#env,
    });
    this.#port = new URL(this.#game.url).port;
  }

  /** Moves the game's clock forward. */
  async advance(advanceMs: number): Promise<void> {
    await this.post('/dev/clock', { advanceMs });
  }

  async setRivalsPace(pace: 'off' | 'gentle' | 'lively'): Promise<void> {
    await this.post('/dev/rivals', { pace });
  }

  /** A call of anybody's. */
  async post(path: string, body: object): Promise<void> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  async stop(signal?: Parameters<RunningGame['stop']>[0]): Promise<void> {
    await this.#game?.stop(signal);
    this.#game = null;
  }

  /** Ends it for good: another start creates another game. */
  async dispose(): Promise<void> {
    await this.stop();
    if (this.#dataDir !== null) rmSync(this.#dataDir, { recursive: true, force: true });
    this.#dataDir = null;
    this.#port = '0';
  }
}
