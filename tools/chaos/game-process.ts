/**
 * One process of the built server behind a proxy, and the faults on it, one at a time. An unexpected exit is a finding,
 * and so is a process that neither works nor exits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GameServer } from '../rig/game-server.ts';
import { pauseProcess, resumeProcess } from '../test/pause-process.ts';
import { ask } from '../world/client/http.ts';
import type { Answer, Asking, Complain, Process } from '../world/client/place.ts';
import { forbidWrites, type Syncing } from './disk.ts';
import type { Fault } from './plan.ts';
import type { Proxy } from '../rig/proxy.ts';

/** docs/operating.md: a process shuts down within 10 s of SIGTERM. */
const TERM_MS = 10_000;
/** A process that lost its store for good must exit within this time; it notices at its next write. */
const LOST_MS = 20_000;
/** A start on a full disk or without the database fails immediately, and is retried for this long. */
const START_MS = 90_000;
/** The approximate duration of a start. */
const STARTING_MS = 1500;

interface GameProcessOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly rpcUrl: string;
  readonly port: number;
  readonly proxy: Proxy;
  /** Null on a database, and where it can't be made. */
  readonly syncing: Syncing | null;
  readonly env: Readonly<Record<string, string>>;
  readonly complain: Complain;
}

export class GameProcess implements Process {
  readonly name: string;
  /** As clients reach it. */
  readonly url: string;
  readonly proxy: Proxy;
  incarnation = 0;
  readonly #options: GameProcessOptions;
  #server: GameServer | null = null;
  #isEnding = false;
  #lane: Promise<unknown> = Promise.resolve();
  /** What cuts of the power have taken, in bytes. */
  unsynced = 0;

  constructor(options: GameProcessOptions) {
    this.#options = options;
    this.name = options.name;
    this.proxy = options.proxy;
    this.url = options.proxy.url;
  }

  /** Runs one job at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lane.then(work);
    this.#lane = turn.catch(() => undefined);
    return turn;
  }

  async hit({ kind, lastsMs, how }: Fault): Promise<void> {
    if (kind === 'pause') {
      await this.#pause(lastsMs);
      return;
    }
    if (kind === 'term') await this.term();
    else if (kind === 'store-lost') await this.#loseStore();
    else if (kind === 'pause-kill') await this.#pause(lastsMs, true);
    else await this.kill();
    const { syncing, dataDir } = this.#options;
    if (kind === 'power-cut') this.unsynced += syncing?.cutPower(dataDir) ?? 0;
    await this.start(kind === 'kill-starting' ? how * STARTING_MS : null);
  }

  /** @param killAfterMs when to kill the first start before it is ready. */
  async start(killAfterMs: number | null = null): Promise<void> {
    const { dataDir, rpcUrl, port, syncing, env } = this.#options;
    let killMs = killAfterMs;
    let lastWords = '';
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline) {
      this.incarnation += 1;
      let killing: NodeJS.Timeout | undefined;
      try {
        const server = await GameServer.start({
          dataDir,
          rpcUrl,
          port,
          env: { ...syncing?.env, ...env },
          onSpawn: (child) => {
            if (killMs === null) return;
            killing = setTimeout(() => void child.end(), killMs);
            killMs = null;
          },
        });
        // It may have become ready just before it was killed.
        if (!server.isAlive()) continue;
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

  async #pause(ms: number, thenKill = false): Promise<void> {
    const server = this.#server;
    if (!server?.isAlive()) return;
    await pauseProcess(server.pid);
    await sleep(ms);
    if (thenKill) await this.kill();
    else resumeProcess(server.pid);
  }

  /** No write reaches the disk any more, which no store survives: it must exit by itself, with an error. */
  async #loseStore(): Promise<void> {
    const server = this.#server;
    if (!server?.isAlive()) return;
    this.#isEnding = true;
    await forbidWrites(server.pid);
    const deadline = performance.now() + LOST_MS;
    while (server.isAlive() && performance.now() < deadline) await sleep(50);
    const isStuck = server.isAlive();
    const code = await server.end();
    if (isStuck) this.#complain('its store is lost, and it neither works nor exits');
    else if (code === 0) this.#complain('its store was lost, and it exited with 0');
  }

  #complain(words: string): void {
    this.#options.complain(`${this.name}: ${words}\n${this.output().slice(-1500)}`);
  }
}
