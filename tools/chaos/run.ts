/**
 * Rounds of play under faults. At the end of each round, at rest, everything that every process and every client shows
 * is compared with the model; at the end of all, the stored data is audited. The run ends at the first difference.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { id, Wallet } from 'ethers';
import { address } from '../../common/values/address.ts';
import { serveNode } from '../rig/serve-node.ts';
import { newDataFolder, removeDataFolder } from '../../server/test/support/data-folder.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { ensureBuilt } from '../production/ensure-built.ts';
import { freePort } from '../test/listening.ts';
import { Chain, TRAITS } from '../world/chain.ts';
import { LiveClient } from '../world/client/live-client.ts';
import type { Complain } from '../world/client/place.ts';
import { Player } from '../world/client/player.ts';
import { readAll, Reader } from '../world/client/reads.ts';
import { CommandSource } from '../world/command-source.ts';
import { compare } from '../world/model/compare.ts';
import { inWords } from '../world/model/deed.ts';
import type { NationId } from '../world/model/facts.ts';
import { between, oneOf, randomOf, type Random } from '../world/random.ts';
import { canForbidWrites, fill, free, smallDisk, Syncing } from './disk.ts';
import { GameProcess } from './game-process.ts';
import { Mongo } from './mongo.ts';
import { planRound, type Fault, type Round } from './plan.ts';
import { Proxy } from '../rig/proxy.ts';

const AUDIT = join(import.meta.dirname, '..', '..', 'dist', 'server', 'audit.js');
const WALLETS = 10;
const READ_MS = 150;
const JOINING_MS = 3000;
/** How long the processes may take to agree after the faults end. */
const REST_MS = { embedded: 30_000, mongo: 60_000 };
const LAST_DEEDS = 12;
/** More would not be read. */
const MOST_SHOWN = 25;

interface RunOptions {
  readonly ms: number;
  readonly seed: number;
  readonly hasMongo: boolean;
  readonly say: (line: string) => void;
}

interface Actor {
  readonly player: Player;
  readonly source: CommandSource;
  readonly random: Random;
  readonly nationId: NationId;
}

/** @returns the findings, in words; empty: nothing differs. */
export async function runChaos(options: RunOptions): Promise<string[]> {
  const { hasMongo, seed, say } = options;
  await ensureBuilt();
  const complaints = new Set<string>();
  const complain = (words: string) => {
    // Printed immediately as well: what follows may take long or hang, and a log ends with its process.
    if (complaints.size === 0) say(`! ${words}`);
    complaints.add(words);
  };
  const scratch = await newDataFolder();
  const dataDir = (hasMongo ? null : smallDisk()) ?? scratch;
  const chain = new Chain({ backends: [1, 1], blockMs: 500, seed });
  const nodes = await Promise.all(chain.nodes.map((node) => serveNode(node)));
  const mongo = hasMongo ? await Mongo.start() : null;
  const syncing = mongo ? null : Syncing.make(scratch);
  const ports = await Promise.all(Array.from({ length: hasMongo ? 2 : 1 }, freePort));
  const proxies = await Promise.all(ports.map((port) => Proxy.start(port)));
  const store: Record<string, string> = mongo ? { MONGODB_URI: mongo.uri } : {};
  const processes = proxies.map(
    (proxy, n) =>
      new GameProcess({
        name: `process ${n + 1}`,
        dataDir,
        rpcUrl: nodes.map(({ url }) => url).join(','),
        port: ports[n] ?? 0,
        proxy,
        syncing,
        complain,
        env: {
          PUBLIC_ORIGIN: proxies[0]?.url ?? '',
          CHAIN_POLL_MS: '250',
          CHAIN_COMPARE_MS: '5000',
          ...store,
        },
      }),
  );
  const run = new Run({ options, chain, mongo, syncing, dataDir, processes, complain, complaints });
  try {
    await Promise.all(processes.map((one) => one.start()));
    await run.rounds();
    await Promise.all(processes.map((one) => one.term()));
    const audited = await audit(mongo ? store : { DATA_DIR: dataDir });
    if (audited !== null) complain(`the audit differs\n${audited}`);
    return run.findings();
  } finally {
    run.close();
    for (const one of processes) await one.inTurn(() => one.kill());
    for (const proxy of proxies) proxy.close();
    chain.close();
    for (const node of nodes) await node.close();
    await mongo?.stop();
    await removeDataFolder(scratch);
  }
}

/** `npm run audit -- --all`. @returns what it prints; null if everything agrees. */
function audit(env: Readonly<Record<string, string>>): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(process.execPath, [AUDIT, '--all'], { env }, (error, out, words) => {
      resolve(error ? out + words : null);
    });
  });
}

interface Parts {
  readonly options: RunOptions;
  readonly chain: Chain;
  readonly mongo: Mongo | null;
  readonly syncing: Syncing | null;
  readonly dataDir: string;
  readonly processes: readonly GameProcess[];
  readonly complain: Complain;
  readonly complaints: ReadonlySet<string>;
}

class Run {
  readonly #parts: Parts;
  readonly #restMs: number;
  #wholeSince = 0;
  readonly #actors: Actor[];
  readonly #readers: Reader[];
  readonly #listeners: LiveClient[];
  readonly #orders = new Map<string, number>();
  readonly #traits = new Map(TRAITS);

  constructor(parts: Parts) {
    this.#parts = parts;
    const { processes, mongo, complain } = parts;
    this.#restMs = REST_MS[mongo ? 'mongo' : 'embedded'];
    this.#readers = processes.map((process) => new Reader(process, complain));
    this.#actors = Array.from({ length: WALLETS }, (_, n) => this.#actor(n));
    const [first] = this.#actors;
    this.#listeners = processes.flatMap((process) => [
      new LiveClient(process.url, first?.player.wallet ?? null, complain),
      new LiveClient(process.url, null, complain),
    ]);
  }

  /** At least one, however long the setup took. */
  async rounds(): Promise<void> {
    const { options, mongo, syncing, complaints } = this.#parts;
    const { ms, seed, say } = options;
    const endsAt = performance.now() + ms;
    const can = {
      mongo: mongo !== null,
      smallDisk: !mongo && smallDisk() !== null,
      syncing: syncing !== null,
      writes: !mongo && canForbidWrites(),
    };
    if (!mongo && !can.smallDisk) say('No full disk here: this machine allows no user namespace.');
    if (!mongo && !can.syncing) say('No slow disk and no cut of the power here: there is no cc.');
    let round = 0;
    do {
      const planned = planRound(round, seed, can);
      say(`round ${round}: ${planned.faults.map(({ kind }) => kind).join(' ')}`);
      await this.#fire(planned);
      await this.#rest();
      round += 1;
    } while (performance.now() < endsAt && complaints.size === 0);
    this.#tally(round);
  }

  findings(): string[] {
    const shown = [...this.#parts.complaints].slice(0, MOST_SHOWN);
    const deeds = this.#actors
      .filter(({ player }) => shown.slice(0, 3).join().includes(player.wallet))
      .flatMap(({ player }) => player.deeds.slice(-LAST_DEEDS).map(inWords));
    return [...shown.map((words) => `! ${words}`), ...deeds.map((deed) => `    ${deed}`)];
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }

  #actor(n: number): Actor {
    const { options, processes, chain, complain } = this.#parts;
    const { seed } = options;
    const random = randomOf(seed, `player ${n}`);
    const nationId = oneOf(random, ['usa', 'italy', 'italy', 'argentina', 'china'] as const);
    const signer = new Wallet(id(`chaos ${seed} ${n}`));
    const wallet = address(signer.address);
    const origin = processes[0]?.url ?? '';
    const player = new Player({
      wallet,
      // Where players open the game, which may be away.
      signIn: () => signIn(origin, { wallet, signer }).catch(() => null),
      place: { processes, contracts: chain.contracts },
      prefix: `chaos-${seed}`,
      random: randomOf(seed, `sender ${n}`),
      complain,
      wholeSince: () => this.#wholeSince,
      onRev: (process, rev, tookMs) => {
        this.#readers[processes.findIndex((one) => one === process)]?.onRev(rev, tookMs);
        for (const reader of this.#readers) reader.onCommit(rev);
      },
    });
    chain.settle(wallet, nationId);
    return { player, source: new CommandSource(nationId, random), random, nationId };
  }

  async #fire({ fireMs, faults }: Round): Promise<void> {
    const startedAt = performance.now();
    const reading = new AbortController();
    const looks = this.#readers.map((reader) => look(reader, reading.signal));
    const plays = this.#actors.map((actor) => this.#play(actor, startedAt + fireMs));
    this.#wholeSince = Number.POSITIVE_INFINITY;
    const underWay: Promise<void>[] = [];
    for (const fault of faults) {
      await sleep(Math.max(0, startedAt + fault.atMs - performance.now()));
      const hit = this.#hit(fault).catch((error: unknown) => {
        this.#parts.complain(`${fault.kind}: ${String(error)}`);
      });
      underWay.push(hit);
    }
    await Promise.all(underWay);
    await this.#heal();
    this.#wholeSince = performance.now();
    await Promise.all(plays);
    reading.abort();
    await Promise.all(looks);
  }

  async #hit(fault: Fault): Promise<void> {
    const { chain, mongo, syncing, dataDir, processes } = this.#parts;
    const { kind, lastsMs, where, how } = fault;
    const process = processes[Math.floor(where * processes.length)];
    if (!process) throw new Error('there is no process to hit');
    switch (kind) {
      case 'cut':
        process.proxy.cut();
        break;
      case 'slow-net':
        process.proxy.habits.delayMs = how * 400;
        await sleep(lastsMs);
        process.proxy.habits.delayMs = 0;
        break;
      case 'slow-disk':
        if (syncing) syncing.syncMs = Math.round(how * 300);
        await sleep(lastsMs);
        if (syncing) syncing.syncMs = 0;
        break;
      case 'disk-full':
        fill(dataDir);
        await sleep(lastsMs);
        free(dataDir);
        break;
      case 'transfer':
        chain.transfer(fault);
        break;
      case 'reorganisation':
        chain.reorganise(fault);
        break;
      case 'mongo-kill':
      case 'mongo-pause':
      case 'mongo-step-down':
        await mongo?.hit(fault);
        break;
      default:
        await process.inTurn(() => process.hit(fault));
    }
  }

  /** Bursts of deeds, one after the other. */
  async #play({ player, source, random, nationId }: Actor, endsAt: number): Promise<void> {
    if (player.deeds.length === 0) {
      // Staggered, so ties have an order [ORD1].
      await sleep(random() * JOINING_MS);
      await player.carryOut({ is: 'choose', nationId }, random() < 0.5);
    }
    while (performance.now() < endsAt && this.#parts.complaints.size === 0) {
      const size = random() < 0.7 ? 1 : between(random, 2, 4);
      const burst = Array.from({ length: size }, () => source.next(player, Date.now()));
      await Promise.all(burst.map((command) => player.carryOut(command, random() < 0.15)));
      await sleep(between(random, 50, 1500));
    }
  }

  /** All faults are over: every process must be ready, in time. */
  async #heal(): Promise<void> {
    const { mongo, processes, complain } = this.#parts;
    await mongo?.whole();
    const deadline = performance.now() + this.#restMs;
    for (const process of processes) {
      while (!(await process.isReady())) {
        await process.inTurn(() => process.reviveIfGone());
        if (performance.now() > deadline) {
          complain(`${process.name} neither works nor exits\n${process.output().slice(-2000)}`);
          await process.inTurn(async () => {
            await process.kill();
            await process.start();
          });
        }
        await sleep(100);
      }
    }
  }

  async #rest(): Promise<void> {
    for (const { player } of this.#actors) {
      const unsure = player.deeds.filter((deed) => deed.isUnsure && deed.outcome?.is === 'refused');
      for (const deed of unsure) await player.makeSure(deed);
      // By its receipt: nothing new may happen.
      const done = player.deeds.findLast(
        ({ outcome, command }) => outcome?.is === 'done' && command.is !== 'choose',
      );
      if (done) await player.repeat(done);
    }
    const until = performance.now() + this.#restMs;
    let differences: string[];
    do {
      differences = await this.#differences().catch((error: unknown) => [String(error)]);
      if (differences.length === 0) return;
      await sleep(250);
    } while (performance.now() < until);
    for (const words of differences) this.#parts.complain(words);
  }

  /** How what the processes and the clients show differs from the model, and among them. */
  async #differences(): Promise<string[]> {
    const { processes, chain } = this.#parts;
    const wallets = this.#actors.map(({ player }) => player.wallet);
    const shown = await Promise.all(processes.map((process) => readAll(process, wallets)));
    const [first] = shown;
    if (!first) return [];
    const truth = {
      deeds: this.#actors.flatMap(({ player }) => player.deeds),
      chain: chain.books(),
      traits: this.#traits,
      orders: this.#orders,
    };
    const all = JSON.stringify(first);
    const rows = JSON.stringify(first.rows);
    return [
      ...compare(first, truth),
      ...shown.flatMap((other, n) =>
        JSON.stringify(other) === all ? [] : [`processes 1 and ${n + 1} show different states`],
      ),
      ...this.#listeners.flatMap((listener, n) => {
        const own = JSON.stringify(listener.rows());
        return [
          ...(listener.isConnected ? [] : ['it is not connected']),
          ...(own === rows ? [] : [`it has ${own}, the list has ${rows}`]),
          ...listener.otherDifferences(first.rows),
        ].map((words) => `listener ${n + 1}: ${words}`);
      }),
    ];
  }

  #tally(rounds: number): void {
    const { options, processes, chain } = this.#parts;
    const deeds = this.#actors.flatMap(({ player }) => player.deeds);
    const sum = <T>(all: readonly T[], of: (one: T) => number) =>
      all.reduce((total, one) => total + of(one), 0);
    const acknowledged = deeds.filter(({ outcome }) => outcome?.is === 'done').length;
    options.say(
      `${rounds} rounds; ${deeds.length} commands, ${acknowledged} acknowledged, ` +
        `${sum(this.#actors, ({ player }) => player.tries)} tries; ` +
        `${sum(this.#readers, ({ reads }) => reads)} reads, ` +
        `${sum(this.#listeners, ({ counts }) => counts.merged)} ticks merged, ` +
        `${sum(this.#listeners, ({ counts }) => counts.fetched)} lists fetched; ` +
        `${chain.reorganisations} reorganisations, ${sum(processes, ({ incarnation }) => incarnation)} starts, ` +
        `${sum(processes, ({ unsynced }) => unsynced)} bytes lost that were not synced`,
    );
  }
}

/** Reads while the faults last. */
async function look(reader: Reader, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await reader.look();
    await sleep(READ_MS);
  }
}
