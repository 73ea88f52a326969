/** A game as a newcomer starts it, `npm run dev`, on a folder of its own, with rivals where asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGame, type GameProcess } from './game-process.ts';

export class DevServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'denaria-e2e-'));
  #game: GameProcess | null = null;
  #port = '0';
  readonly #rivals: number;
  readonly #env: Readonly<Record<string, string>>;

  constructor({
    rivals = 0,
    env = {},
  }: { readonly rivals?: number; readonly env?: Readonly<Record<string, string>> } = {}) {
    this.#rivals = rivals;
    this.#env = env;
  }

  /** Where the page is. */
  get url(): string {
    if (!this.#game) throw new Error('the game is not running');
    return this.#game.url;
  }

  /** Starts it, the second time on the port of the first, so that open pages find it again. */
  async start(): Promise<void> {
    this.#game = await startGame(
      ['--import', 'tsx', 'dev/main.ts', '--rivals', String(this.#rivals)],
      {
        PORT: this.#port,
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        ...this.#env,
      },
    );
    this.#port = new URL(this.#game.url).port;
  }

  /** Moves the game's clock forward. */
  async advance(advanceMs: number): Promise<void> {
    await this.#post('/dev/clock', { advanceMs });
  }

  async setRivalsPace(pace: 'off' | 'gentle' | 'lively'): Promise<void> {
    await this.#post('/dev/rivals', { pace });
  }

  async #post(path: string, body: object): Promise<void> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  async stop(signal?: Parameters<GameProcess['stop']>[0]): Promise<void> {
    await this.#game?.stop(signal);
    this.#game = null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
