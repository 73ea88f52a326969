/** Runs the attacks one after the other on one built server, and measures their effect on it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { dena } from '../../common/testing/fixtures.ts';
import { Child } from '../processes.ts';
import { Game } from '../rig/game.ts';
import { reportSchema, signerOf, type Report } from './attack.ts';
import { ATTACKS } from './registry.ts';
import { LEFT_MB, linesOf, observedSchema, type Measured, type Observed } from './report.ts';
import { seedChain, seedStore } from './seeds.ts';

/** Nice value. The server and the bystander get ten times the attackers' share of a contended core. */
const ATTACKERS_PRIORITY = 10;
/** The part of a row's time before its attack; and the minimum for each part, however many rows there are. */
const QUIET_PART = 0.25;
const LEAST_MS = 300;
const SAMPLE_MS = 200;
/** How soon what an attack made the server hold must be released: its last connections end after it. */
const RELEASE_MS = 5000;
/** Before the first row: until the process has reached its size under load. */
const WARM_UP = [
  'read /api/leaderboard',
  'pages',
  'read /api/player-nation/{walletAddress}',
  'read /api/dena/stakes/{walletAddress}',
];
const WARM_UP_MS = 3000;

/**
 * @param options.ms for all rows together, not counting the warm-up.
 * @throws Error with the server's last output if it is gone, or serves no new client after an attack.
 */
export async function runAttacks(options: {
  readonly names: readonly string[];
  readonly ms: number;
  readonly say: (line: string) => void;
}): Promise<Measured[]> {
  const { names, ms, say } = options;
  const rowMs = ms / names.length;
  const game = await Game.start({ servers: 0 });
  const attacker = await startAttacker();
  const bystander = await Child.start(join(import.meta.dirname, 'bystander.ts'));
  let row = 0;
  try {
    seedChain(game.node.sim);
    await seedStore(game.dataDir);
    await game.addServer();
    await arrive();
    for (const name of WARM_UP) await attack(name, WARM_UP_MS);
    const all: Measured[] = [];
    for (const name of names) {
      say(`${name}: ${ATTACKS[name]?.does}`);
      const measured = await measure(name);
      for (const line of linesOf(measured)) say(line);
      all.push(measured);
    }
    return all;
  } catch (error) {
    const output = game.servers.map((server) => server.output().slice(-2000)).join('\n');
    throw new Error(`the run ended early: ${String(error)}\n${output}`, { cause: error });
  } finally {
    await Promise.all([attacker.end(), bystander.end()]);
    await game.close();
  }

  async function measure(name: string): Promise<Measured> {
    const quietMs = Math.max(LEAST_MS, rowMs * QUIET_PART);
    const attackMs = Math.max(LEAST_MS, rowMs * (1 - QUIET_PART));
    const { server } = game;
    const restarts = ATTACKS[name]?.restarts ?? false;
    const [quiet] = await observed(() => sleep(quietMs));
    const before = await server.settledVitals();
    const rssMb = [before.rssMb];
    const sampling = setInterval(() => {
      // It may be gone.
      server.vitals().then(
        (vitals) => rssMb.push(vitals.rssMb),
        () => undefined,
      );
    }, SAMPLE_MS);
    const restart = restarts ? setTimeout(() => void game.restart(), attackMs / 2) : undefined;
    const [during, report] = await observed(() => attack(name, attackMs));
    clearInterval(sampling);
    clearTimeout(restart);
    // An attacked server serves a new client soon.
    await arrive();
    const after = await restedHeapMb(before.heapMb + LEFT_MB);
    return {
      ...report,
      name,
      quiet,
      // A restart makes the bystander wait.
      during: restarts ? quiet : during,
      rssMb: { before: before.rssMb, peak: Math.max(...rssMb) },
      heapMb: { before: before.heapMb, after },
    };
  }

  /** The server's heap once there is less than this, or soon after the attack. */
  async function restedHeapMb(mostMb: number): Promise<number> {
    const deadline = performance.now() + RELEASE_MS;
    for (;;) {
      const { heapMb } = await game.server.settledVitals();
      if (heapMb < mostMb || performance.now() > deadline) return heapMb;
      await sleep(SAMPLE_MS);
    }
  }

  function attack(name: string, attackMs: number): Promise<Report> {
    row += 1;
    const place = { url: game.server.url, rpcUrl: game.rpcUrl, ms: attackMs, row };
    return attacker
      .call('attack', reportSchema, { name, place })
      .catch((error) => ({ complaints: [`the attack aborted: ${String(error)}`], note: '' }));
  }

  /** Brings in a new bystander, with a new wallet. */
  async function arrive(): Promise<void> {
    const { privateKey } = Wallet.createRandom();
    game.give(signerOf(privateKey).wallet, { denaWei: dena(1_000_000) });
    await bystander.call('arrive', z.unknown(), { url: game.server.url, privateKey });
  }

  /** What the bystander sees meanwhile. */
  async function observed<T>(work: () => Promise<T>): Promise<[Observed, T]> {
    await bystander.call('begin', z.unknown());
    const result = await work();
    return [await bystander.call('finish', observedSchema), result];
  }
}

export function startAttacker(): Promise<Child> {
  return Child.start(join(import.meta.dirname, 'attacker.ts'), { priority: ATTACKERS_PRIORITY });
}
