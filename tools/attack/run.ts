/**
 * Runs the attacks one after the other on two built servers, one of them on a chain whose node may
 * tamper with its answers, while honest players play and a bystander reads. After each row the
 * servers must be alive, without a logged error, and use what they used before; in the end no
 * command that was acknowledged may be lost or done twice.
 */
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { Tampering } from '../../server/chain/testing/tampering.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad, type Load } from '../../server/test/support/load.ts';
import type { Ground, Mutation } from '../../server/test/support/mutated.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { expectConsistent, expectList, recordsOf } from '../../server/test/support/soundness.ts';
import { Child } from '../processes.ts';
import { Game, type GamePlayer } from '../rig/game.ts';
import type { GameServer } from '../rig/game-server.ts';
import { reportSchema, type Report } from './attack.ts';
import { startBystander, type Bystander } from './bystander.ts';
import { delaysOf, figuresOf, isBack, wrongsOf, type Resources, type Observed } from './report.ts';
import { ATTACKS } from './rows.ts';
import { MUTANT, seedChain, seedStore, TRADERS } from './seeds.ts';

/**
 * Nice value: servers and honest clients get ten times the attackers' share of a contended core.
 */
const ATTACKERS_PRIORITY = 10;
const SAMPLE_MS = 200;
/** How soon what a row made the servers hold must be released: its connections end after it. */
const RELEASE_MS = 10_000;
/** How soon an attacked server must serve a new client again. */
const RECOVERY_MS = 30_000;
const HONEST_PLAYERS = 4;
/** Of an honest player in a run, so that its active stakes stay below their limit. */
const MOST_COMMANDS = 400;
const LEAST_PAUSE_MS = 250;
/** Connections to a database, of two servers. */
const POOLED = 250;
/** Before the first row: until the process has reached its size under load; then it is quiet. */
const WARM_UP = ['pages', 'read /api/leaderboard', 'read /api/player-nation/{walletAddress}'];
const WARM_UP_MS = 3000;
/** pino's levels error and fatal. */
const LOGGED_ERROR = /"level":(?:50|60)/;
/** Rightly logged: a node answered with another chain's id; a busy machine made a page wait. */
const EXPECTED = /"type":"WrongChain"|a page could not be rendered/;

interface RunOptions {
  readonly names: readonly string[];
  /** For all rows together, without the warm-up. */
  readonly ms: number;
  /** Of what is mutated. */
  readonly seed: number;
  readonly say: (line: string) => void;
  /** Two servers share this database; without seeds, and with what happens to it in each row. */
  readonly database?: { readonly uri: string; readonly halfway: () => Promise<unknown> };
}

interface Result {
  readonly name: string;
  /** Faults, on any machine. */
  readonly wrongs: readonly string[];
  /** What made the bystander wait or go unanswered. */
  readonly delays: readonly string[];
}

/** @throws Error with the servers' last output if one serves no new client after an attack. */
export async function runAttacks(options: RunOptions): Promise<Result[]> {
  // The server may close a kept-alive connection just as it is reused, which is not a finding.
  http.globalAgent = new http.Agent({ keepAlive: false });
  const { database } = options;
  const env = { LOG_LEVEL: 'error' };
  const tampering = new Tampering();
  const game = await Game.start({ env, servers: 0, mongodbUri: database?.uri });
  const deceived = await Game.start({ env, tamper: tampering.tamper });
  const attacker = await Child.start(join(import.meta.dirname, 'attacker.ts'), {
    priority: ATTACKERS_PRIORITY,
  });
  try {
    for (const { node } of [game, deceived]) seedChain(node.sim);
    if (!database) await seedStore(game.dataDir);
    for (let n = 0; n < (database ? 2 : 1); n += 1) await game.addServer();
    const run = await Run.begin({ options, game, deceived, tampering, attacker });
    return await run.rows();
  } catch (error) {
    const output = game.servers.map((server) => server.output().slice(-2000)).join('\n');
    throw new Error(`the run ended early: ${String(error)}\n${output}`, { cause: error });
  } finally {
    await attacker.end();
    await game.close();
    await deceived.close();
  }
}

interface Parts {
  readonly options: RunOptions;
  readonly game: Game;
  readonly deceived: Game;
  readonly tampering: Tampering;
  readonly attacker: Child;
}

class Run {
  readonly #parts: Parts;
  readonly #players: readonly GamePlayer[];
  readonly #load: Load;
  readonly #logged = new Set<string>();
  #bystander: Bystander;
  #row = 0;
  #wasDisturbed = false;

  private constructor(parts: Parts, players: GamePlayer[], load: Load, bystander: Bystander) {
    this.#parts = parts;
    this.#players = players;
    this.#load = load;
    this.#bystander = bystander;
  }

  static async begin(parts: Parts): Promise<Run> {
    const { game, options } = parts;
    const players = await game.settle(HONEST_PLAYERS);
    const [first] = players;
    if (!first) throw new Error('nobody settled');
    const load = startLoad({
      players,
      urls: game.servers.map(({ url }) => url),
      pauseMs: Math.max(LEAST_PAUSE_MS, options.ms / MOST_COMMANDS),
    });
    return new Run(parts, players, load, await startBystander(game.server.url, first, load));
  }

  async rows(): Promise<Result[]> {
    const { names, ms, say, database } = this.#parts.options;
    for (const name of database ? [] : WARM_UP) await this.#attack(name, WARM_UP_MS);
    this.#bystander.begin();
    await sleep(WARM_UP_MS);
    const quiet = await this.#bystander.finish();
    const results: Result[] = [];
    for (const name of names) {
      if (!this.#areAlive) break;
      say(`${name}: ${ATTACKS[name]?.does}`);
      results.push(await this.#measure(name, ms / names.length, quiet));
    }
    results.push({ name: 'the end', wrongs: await this.#settleAccounts(), delays: [] });
    return results;
  }

  get #pooled(): number {
    return this.#parts.options.database ? POOLED : 0;
  }

  get #areAlive(): boolean {
    return this.#servers.every((server) => server.isAlive());
  }

  get #servers(): readonly GameServer[] {
    return [...this.#parts.game.servers, ...this.#parts.deceived.servers];
  }

  async #measure(name: string, ms: number, quiet: Observed): Promise<Result> {
    const { options, game } = this.#parts;
    const row = ATTACKS[name];
    const restarts = row && 'restarts' in row && row.restarts === true;
    const halfway = restarts ? () => game.restart() : options.database?.halfway;
    this.#wasDisturbed ||= restarts === true;
    const before = await this.#vitals(true);
    let peakRssMb = before.rssMb;
    const sampling = setInterval(() => {
      // A server may be gone.
      this.#vitals().then(
        ({ rssMb }) => (peakRssMb = Math.max(peakRssMb, rssMb)),
        () => undefined,
      );
    }, SAMPLE_MS);
    this.#bystander.begin();
    const [report] = await Promise.all([
      this.#attack(name, ms),
      halfway && sleep(ms / 2).then(() => halfway()),
    ]);
    const during = await this.#bystander.finish();
    clearInterval(sampling);
    const faults = this.#faults();
    if (this.#areAlive) await this.#arrive();
    const after = this.#areAlive ? await this.#released(before) : before;
    const measured = { ...report, before, after, peakRssMb, pooled: this.#pooled };
    const wrongs = [...faults, ...wrongsOf(measured)];
    // Mutated input is made in the bystander's own process; a server that restarts answers nobody.
    const isTimed = row && 'begin' in row && !halfway;
    const delays = isTimed ? delaysOf(quiet, during) : [];
    const result = { name, wrongs, delays };
    options.say(`${verdictOf(result).padEnd(6)}  ${report.note}`);
    options.say(`        ${figuresOf(measured, during)}`);
    for (const words of [...wrongs, ...delays]) options.say(`        ! ${words}`);
    return result;
  }

  async #attack(name: string, ms: number): Promise<Report> {
    const { attacker, game, options } = this.#parts;
    const { seed } = options;
    const attack = ATTACKS[name];
    this.#row += 1;
    try {
      if (attack && 'property' in attack) {
        const ground = await this.#ground(attack.tampers === true);
        return await runMutation(attack, ground, { seed, ms });
      }
      const target = { url: game.server.url, ms, row: this.#row };
      return await attacker.call('attack', reportSchema, { name, target });
    } catch (error) {
      return { complaints: [`the attack aborted: ${String(error)}`], note: '' };
    }
  }

  async #ground(tampers: boolean): Promise<Ground> {
    const { game, deceived, tampering } = this.#parts;
    const { url, port } = (tampers ? deceived : game).server;
    const cookie = await signIn(url, MUTANT);
    const json = { walletAddress: MUTANT.wallet, nationId: 'usa' };
    await ask(url, '/api/player-nation', { json, headers: { Cookie: cookie } });
    return { url, port, player: { ...MUTANT, cookie }, tampering: tampers ? tampering : null };
  }

  /** An attacked server serves a new client soon. */
  async #arrive(): Promise<void> {
    this.#bystander.leave();
    const { url } = this.#parts.game.server;
    const [player] = this.#players;
    const deadline = performance.now() + RECOVERY_MS;
    for (;;) {
      try {
        if (player) this.#bystander = await startBystander(url, player, this.#load);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(SAMPLE_MS);
      }
    }
  }

  /** The memory and the open files of both servers. */
  async #vitals(isSettled = false): Promise<Resources> {
    let sum: Resources = { rssMb: 0, heapMb: 0, files: 0 };
    for (const server of this.#servers) {
      const { rssMb, heapMb } = await (isSettled ? server.settledVitals() : server.vitals());
      const files = process.platform === 'linux' ? readdirSync(`/proc/${server.pid}/fd`).length : 0;
      sum = { rssMb: sum.rssMb + rssMb, heapMb: sum.heapMb + heapMb, files: sum.files + files };
    }
    return sum;
  }

  /** What the servers hold once it is as before, or soon after the attack. */
  async #released(before: Resources): Promise<Resources> {
    const deadline = performance.now() + RELEASE_MS;
    for (;;) {
      const vitals = await this.#vitals(true);
      if (isBack(before, vitals, this.#pooled) || performance.now() > deadline) return vitals;
      await sleep(SAMPLE_MS);
    }
  }

  /** Servers that exited, and new errors in their logs: a bug, an unhandled rejection. */
  #faults(): string[] {
    return this.#servers.flatMap((server) => {
      const output = server.output();
      const errors = output.split('\n').filter((line) => {
        return LOGGED_ERROR.test(line) && !this.#logged.has(line) && !EXPECTED.test(line);
      });
      for (const line of errors) this.#logged.add(line);
      return [
        ...(server.isAlive() ? [] : [`a server ended:\n${output.slice(-3000)}`]),
        ...(errors.length > 0 ? [`${errors.length} errors were logged: ${errors[0]}`] : []),
      ];
    });
  }

  /** Checks what is stored and shown against what the honest players were answered. */
  async #settleAccounts(): Promise<string[]> {
    const { game, options } = this.#parts;
    const { database, say } = options;
    const load = this.#load;
    this.#bystander.leave();
    // Without a server no command is ever answered.
    await load.stop(this.#areAlive ? undefined : 0);
    if (!this.#areAlive) return ['not every server is left to be asked'];
    const shown = await ask(game.server.url, leaderboardCall.path);
    const codes = await Promise.all(this.#servers.map((server) => server.end('SIGTERM')));
    const { dataDir } = game;
    const store = await (database
      ? openMongoStore({ uri: database.uri })
      : openEmbeddedStore({ dataDir }));
    try {
      const honest = this.#players.map(({ wallet }) => wallet);
      const { acknowledged, lost, twice, records } = await balance(store, honest, load);
      expectList(shown.json(leaderboardCall.answers[200]), records);
      for (const { wallet } of [MUTANT, ...TRADERS]) {
        expectConsistent(await recordsOf(store, wallet));
      }
      say(`Honest players: ${acknowledged} commands, ${lost} lost, ${twice} done twice.`);
      const { refused, unknown, broken } = load;
      return [
        ...codes.filter(Boolean).map((code) => `a server exited with ${code} on SIGTERM`),
        ...(lost + twice > 0 ? [`${lost} commands were lost, ${twice} done twice`] : []),
        ...(refused.length > 0 ? [`honest commands were refused: ${refused[0]}`] : []),
        ...(unknown.length > 0 ? [`${unknown.length} commands were never answered`] : []),
        ...(this.#wasDisturbed ? [] : broken),
        ...[...load.postponed]
          .filter((code) => options.database && !['busy', 'store-unavailable'].includes(code))
          .map((code) => `honest commands were put off with ${code}`),
        ...(acknowledged > 0 ? [] : ['nobody played']),
      ];
    } catch (error) {
      return [`what is stored is not sound: ${String(error)}`];
    } finally {
      await store.close();
    }
  }
}

/** Draws inputs for so long, in the seed's order; a failure is shrunk within that time. */
async function runMutation(
  { property, settled }: Mutation,
  ground: Ground,
  { seed, ms }: { readonly seed: number; readonly ms: number },
): Promise<Report> {
  const { failed, numRuns, counterexample, errorInstance } = await fc.check(property(ground), {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  });
  const failure = failed
    ? `${String(errorInstance)}\nby ${fc.stringify(counterexample)}\nof seed ${seed}`
    : await settled?.(ground).catch((error: unknown) => `then: ${String(error)}`);
  return { complaints: failure === undefined ? [] : [failure], note: `${numRuns} runs` };
}

export function verdictOf({ wrongs, delays }: Result): 'failed' | 'slow' | 'passed' {
  if (wrongs.length > 0) return 'failed';
  return delays.length > 0 ? 'slow' : 'passed';
}

/**
 * The seed of a hunt: `--seed`, else the variable SEED, else a new one, which the hunt prints.
 * @throws unless it is a whole number.
 */
export function huntSeed(option: string | undefined): number {
  const given = option ?? process.env['SEED'];
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`A seed is a whole number, not ${given}.`);
  return seed;
}
