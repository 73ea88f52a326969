/** Runs the attacks one after the other on one built server, and measures their effect on it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Child } from '../processes.ts';
import { Game } from '../rig/game.ts';
import type { GameServer } from '../rig/game-server.ts';
import { ATTACKERS_PRIORITY, type Attack } from './attack.ts';
import { observedSchema, type Observed } from './observed.ts';
import { delays, kindsOf, latencyOf, wrongs, type Outcome } from './report.ts';
import { seed, SEEDED_OWNERS, SEEDED_WEI } from './seeds.ts';

/** How a row's time is divided. */
const QUIET_PART = 0.25;
const ATTACK_PART = 0.5;
/** The minimum for each part, however many rows there are. */
const LEAST_MS = 300;
const SAMPLE_MS = 200;
/** An attack that runs longer than this is aborted. */
const OVERTIME_MS = 90_000;
/** How soon an attacked server must serve a new client again. */
const RECOVERY_MS = 30_000;
/** Before the first row: until the process has reached its size under load. */
const WARM_UP = [
  'read /api/leaderboard',
  'pages',
  'read /api/player-nation/{walletAddress}',
  'read /api/dena/stakes/{walletAddress}',
];
const WARM_UP_MS = 3000;

const reportSchema = z.object({ complaints: z.array(z.string()), note: z.string() });

export interface RunOptions {
  readonly attacks: readonly Attack[];
  /** For all rows together, not counting the warm-up. */
  readonly ms: number;
  /** Receives each line of progress. */
  readonly say: (line: string) => void;
}

export async function runAttacks({ attacks, ms, say }: RunOptions): Promise<Outcome[]> {
  const game = await Game.start({ servers: 0 });
  const run = new Run(game, say);
  try {
    for (const { wallet } of SEEDED_OWNERS) game.give(wallet, { denaWei: SEEDED_WEI });
    await seed(game.dataDir);
    await game.addServer();
    return await run.all(attacks, ms / attacks.length);
  } finally {
    await run.end();
    await game.close();
  }
}

class Run {
  readonly #game: Game;
  readonly #say: (line: string) => void;
  readonly #children: Child[] = [];
  #attacker: Child | null = null;
  #bystander: Child | null = null;
  #rows = 0;

  constructor(game: Game, say: (line: string) => void) {
    this.#game = game;
    this.#say = say;
  }

  async end(): Promise<void> {
    for (const child of this.#children) await child.end();
  }

  get #server(): GameServer {
    return this.#game.server;
  }

  async all(attacks: readonly Attack[], rowMs: number): Promise<Outcome[]> {
    await this.#recover();
    for (const name of WARM_UP) await this.#attack(name, WARM_UP_MS);
    const outcomes: Outcome[] = [];
    for (const attack of attacks) {
      this.#say(`${attack.name}: ${attack.does}; ${attack.expects}`);
      const outcome = await this.#row(attack, rowMs);
      const complaint = await this.#recover();
      const judged =
        complaint === null
          ? outcome
          : { ...outcome, complaints: [...outcome.complaints, complaint] };
      for (const words of [...wrongs(judged), ...delays(judged)]) this.#say(`  ! ${words}`);
      outcomes.push(judged);
    }
    return outcomes;
  }

  async #row({ name }: Attack, rowMs: number): Promise<Outcome> {
    const quietMs = Math.max(LEAST_MS, rowMs * QUIET_PART);
    const attackMs = Math.max(LEAST_MS, rowMs * ATTACK_PART);
    const bystander = this.#bystander;
    if (!bystander) throw new Error('nobody stands by');
    const quiet = await this.#observed(bystander, () => sleep(quietMs));
    const server = this.#server;
    const before = await server.settledVitals();
    await server.forgetLags();

    let report = { complaints: ['the attack did not finish'], note: '' };
    const rss = startSampling(server);
    const during = await this.#observed(bystander, async () => {
      report = await this.#attack(name, attackMs);
    });
    const peak = Math.max(before.rssMb, ...(await rss.stop()));
    const lags = await server.vitals().catch(() => null);
    const after = await this.#observed(bystander, () => sleep(quietMs));
    const rested = await server.settledVitals().catch(() => null);

    return {
      name,
      ...report,
      isAlive: server.isAlive(),
      quiet: latencyOf(Object.values(quiet.latenciesMs).flat()),
      during: latencyOf(Object.values(during.latenciesMs).flat()),
      after: latencyOf(Object.values(after.latenciesMs).flat()),
      kinds: kindsOf(during),
      failures: [...during.failures, ...after.failures],
      rssMb: { before: before.rssMb, peak, after: rested?.rssMb ?? peak },
      heapMb: { before: before.heapMb, after: rested?.heapMb ?? before.heapMb },
      lag: { p99Ms: lags?.lagP99Ms ?? 0, maxMs: lags?.lagMaxMs ?? 0 },
    };
  }

  /**
   * Brings in a new bystander, with a new wallet, on a working server.
   * @returns null; or a complaint, if the old server did not serve it and had to be restarted.
   */
  async #recover(): Promise<string | null> {
    const deadline = performance.now() + RECOVERY_MS;
    while (this.#server.isAlive() && performance.now() < deadline) {
      try {
        await this.#arrive();
        return null;
      } catch {
        // The server may still recover.
        await sleep(500);
      }
    }
    const wasAlive = this.#server.isAlive();
    const lastWords = this.#server.output().slice(-2000);
    this.#say(`The server is restarted. Its last output:\n${lastWords}`);
    await this.#game.restart(0, 'SIGKILL');
    await this.#arrive();
    return wasAlive ? `it served no new client for ${RECOVERY_MS / 1000} s` : 'it was gone';
  }

  async #child(file: string, priority = 0): Promise<Child> {
    const child = await Child.start(join(import.meta.dirname, file), { priority });
    this.#children.push(child);
    return child;
  }

  async #arrive(): Promise<void> {
    this.#bystander ??= await this.#child('bystander.ts');
    const place = { url: this.#server.url, rpcUrl: this.#game.node.url };
    await this.#bystander.call('arrive', z.unknown(), place);
  }

  async #observed(bystander: Child, meanwhile: () => Promise<unknown>): Promise<Observed> {
    await bystander.call('begin', z.unknown());
    await meanwhile();
    return bystander.call('finish', observedSchema);
  }

  async #attack(name: string, ms: number): Promise<z.infer<typeof reportSchema>> {
    this.#attacker ??= await this.#child('attacker.ts', ATTACKERS_PRIORITY);
    this.#rows += 1;
    const { url } = this.#server;
    const place = { url, rpcUrl: this.#game.node.url, ms, row: this.#rows };
    const late = new AbortController();
    try {
      const attacking = this.#attacker.call('attack', reportSchema, { name, place });
      const overtime = sleep(ms + OVERTIME_MS, null, { signal: late.signal });
      const report = await Promise.race([attacking, overtime]);
      if (report) return report;
      throw new Error('it did not finish');
    } catch (error) {
      // The next attack gets a new attacker.
      await this.#attacker.end();
      this.#attacker = null;
      const words = error instanceof Error ? error.message : String(error);
      return { complaints: [`the attack aborted: ${words}`], note: '' };
    } finally {
      late.abort();
    }
  }
}

/** Samples the server's resident memory, in MB. */
function startSampling(server: GameServer): { stop(): Promise<number[]> } {
  const samples: number[] = [];
  const ending = new AbortController();
  const sampling = (async () => {
    while (!ending.signal.aborted && server.isAlive()) {
      const vitals = await server.vitals().catch(() => null);
      if (vitals) samples.push(vitals.rssMb);
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await sampling;
      return samples;
    },
  };
}
