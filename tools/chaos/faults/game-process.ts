/**
 * One process of the built server, and the faults on it, one at a time. An unexpected exit is a finding, and
 * so is a process that neither works nor exits.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { GameServer } from '../../rig/game-server.ts';
import { forbidWrites } from './disk.ts';
import { pauseProcess, resumeProcess } from '../../test/pause-process.ts';
import type { Answer, Asking, Complain, Process } from '../client/place.ts';
import { ask } from '../client/http.ts';

const CLOCK_SHIFT = pathToFileURL(join(import.meta.dirname, 'clock-shift.mjs')).href;
/** docs/operating.md: a process shuts down within 10 s of SIGTERM. */
const TERM_MS = 10_000;
/** A process that lost its store for good must exit within this time; it notices at its next write. */
const LOST_MS = 20_000;
/** A start on a full disk or without the database fails immediately, and is retried for this long. */
const START_MS = 90_000;

interface GameProcessOptions {
  readonly name: string;
  readonly dataDir: string;
  /** Contains its clock's file. */
  readonly scratch: string;
  readonly rpcUrl: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly complain: Complain;
}

export class GameProcess implements Process {
  readonly name: string;
  readonly url: string;
  incarnation = 0;
  readonly #options: GameProcessOptions;
  readonly #clockFile: string;
  #server: GameServer | null = null;
  #earlierErrors: string[] = [];
  #isEnding = false;
  #lane: Promise<unknown> = Promise.resolve();
  #shiftMs = 0;

  constructor(options: GameProcessOptions) {
    this.#options = options;
    this.name = options.name;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#clockFile = join(options.scratch, `clock-${options.port}`);
    this.setClock(0);
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** Sets how far its clock is off from now on. */
  setClock(shiftMs: number): void {
    this.#shiftMs = shiftMs;
    writeFileSync(this.#clockFile, String(shiftMs));
  }

  /** Runs one job at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lane.then(work);
    this.#lane = turn.catch(() => undefined);
    return turn;
  }

  /** @param killAfterMs when to kill the first start before it is ready. */
  async start(killAfterMs: number | null = null): Promise<void> {
    const { dataDir, rpcUrl, port, env } = this.#options;
    let lastWords = '';
    let killing: NodeJS.Timeout | undefined;
    let killMs = killAfterMs;
    let isKilled = false;
    const onSpawn = (child: Pick<GameServer, 'end'>) => {
      if (killMs !== null) {
        killing = setTimeout(() => {
          isKilled = true;
          void child.end();
        }, killMs);
      }
      killMs = null;
    };
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline) {
      this.incarnation += 1;
      isKilled = false;
      try {
        const server = await GameServer.start({
          dataDir,
          rpcUrl,
          port,
          onSpawn,
          env: {
            // NODE_OPTIONS loads the clock shift into its worker threads too.
            NODE_OPTIONS: `--import=${CLOCK_SHIFT}`,
            CHAOS_CLOCK_FILE: this.#clockFile,
            ...env,
          },
        });
        // It may have become ready just before.
        if (isKilled) continue;
        this.#earlierErrors = this.lastErrors();
        this.#server = server;
        this.#isEnding = false;
        return;
      } catch (error) {
        lastWords = error instanceof Error ? error.message : String(error);
        await sleep(500);
      } finally {
        clearTimeout(killing);
      }
    }
    throw new Error(`${this.name} can't be started\n${lastWords.slice(-3000)}`);
  }

  async kill(): Promise<void> {
    this.#isEnding = true;
    await this.#server?.end('SIGKILL');
  }

  /** SIGTERM: it must exit by itself, with 0. */
  async term(): Promise<void> {
    const server = this.#server;
    if (!server?.isAlive()) return;
    this.#isEnding = true;
    const late = new AbortController();
    const code = await Promise.race([
      server.end('SIGTERM'),
      sleep(TERM_MS + 2000, 'late' as const, { signal: late.signal }),
    ]);
    late.abort();
    if (code === 0) return;
    this.#complain(code === 'late' ? 'SIGTERM did not end it' : `SIGTERM ended it with ${code}`);
    await server.end('SIGKILL');
  }

  async pause(ms: number, thenKill = false): Promise<void> {
    const server = this.#server;
    if (!server?.isAlive()) return;
    await pauseProcess(server.pid);
    await sleep(ms);
    if (thenKill) await this.kill();
    else resumeProcess(server.pid);
  }

  /** No write reaches the disk any more, which no store survives: it must exit by itself, with an error. */
  async loseStore(): Promise<void> {
    const server = this.#server;
    if (!server?.isAlive()) return;
    this.#isEnding = true;
    await forbidWrites(server.pid);
    const deadline = performance.now() + LOST_MS;
    while (server.isAlive() && performance.now() < deadline) await sleep(50);
    if (server.isAlive()) this.#complain('its store is lost, and it neither works nor exits');
    else if ((await server.end()) === 0) this.#complain('its store was lost, and it exited with 0');
    await server.end();
    await this.start();
  }

  ask(path: string, asking?: Asking): Promise<Answer | null> {
    return ask(this.url, path, asking);
  }

  /** Whether it takes calls; asks once. */
  async isReady(): Promise<boolean> {
    const answer = await this.ask('/readyz', { patienceMs: 3000 });
    return answer?.status === 200;
  }

  /** Reports a process that exited unexpectedly, once, and restarts it. */
  async reviveIfGone(): Promise<void> {
    const server = this.#server;
    if (!server || server.isAlive() || this.#isEnding) return;
    this.#complain('it exited though nobody asked it to');
    await this.start();
  }

  output(): string {
    return this.#server?.output() ?? '';
  }

  /** The last errors in its log, including those before its last start. */
  lastErrors(): string[] {
    const errors = this.output()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    return [...this.#earlierErrors, ...errors].slice(-6);
  }

  #complain(words: string): void {
    this.#options.complain(`${this.name}: ${words}\n${this.output().slice(-1500)}`);
  }
}
