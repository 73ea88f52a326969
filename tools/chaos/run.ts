/**
 * Rounds of play under faults. At the end of each round, at rest, everything that every process shows is
 * compared with the model. The run ends at the first round with a difference.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { id, Wallet } from 'ethers';
import { ensureBuilt } from '../production/ensure-built.ts';
import type { Complain } from './client/place.ts';
import { LiveClient } from './client/live-client.ts';
import { Player } from './client/player.ts';
import { probe } from './client/probes.ts';
import { readAll, Reader, readEvents } from './client/reads.ts';
import { signIn } from './client/sign-in.ts';
import { canForbidWrites, smallDisk } from './faults/disk.ts';
import { TRAITS } from './faults/chain.ts';
import { inject } from './injector.ts';
import { compare, type Shown, type Truth } from './model/compare.ts';
import { inWords, type Command } from './model/deed.ts';
import { FACTS, type Facts, type NationId } from './model/facts.ts';
import { TieMemory } from './model/ranking.ts';
import { planRound, type Round } from './plan.ts';
import { between, oneOf, randomOf, type Random } from './random.ts';
import { Counts, findings } from './report.ts';
import { CommandSource } from './command-source.ts';
import { World } from './world.ts';

const WALLETS = 10;
const READ_MS = 150;
const JOINING_MS = 3000;
/** How long the processes may take to agree after the faults end. */
const REST_MS = { embedded: 30_000, mongo: 60_000 };
const LAST_DEEDS = 12;
/** CommandSource that always end in a commit, so their key is remembered. */
const COMMITS = new Set<Command['is']>(['stake-dena', 'stake-nft', 'trade', 'unstake']);

interface RunOptions {
  readonly ms: number;
  readonly seed: number;
  readonly hasMongo: boolean;
  /** The model's figures; a test passes other ones to see that the difference is found. */
  readonly facts?: Facts;
  readonly say: (line: string) => void;
}

interface RunResult {
  readonly findings: readonly string[];
  readonly counts: Counts;
}

interface Actor {
  readonly player: Player;
  readonly source: CommandSource;
  readonly random: Random;
  readonly nationId: NationId;
}

export async function runChaos(options: RunOptions): Promise<RunResult> {
  await ensureBuilt();
  const complaints: string[] = [];
  let world: World | null = null;
  const complain = (words: string) => {
    // Printed immediately as well: what follows may take long or hang, and a log ends with its process.
    if (complaints.length === 0) {
      options.say(`! ${words}`);
      for (const process of world?.processes ?? []) {
        for (const line of process.lastErrors()) options.say(`  ${process.name}: ${line}`);
      }
    }
    complaints.push(words);
  };
  world = await World.start({ hasMongo: options.hasMongo, seed: options.seed, complain });
  const run = new Run(options, world, complaints, complain);
  try {
    return await run.rounds();
  } finally {
    run.close();
    await world.end();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #world: World;
  readonly #complaints: readonly string[];
  readonly #complain: Complain;
  readonly #counts = new Counts();
  #wholeSince = 0;
  readonly #actors: Actor[];
  readonly #readers: Reader[];
  readonly #listeners: LiveClient[];
  readonly #ties = new TieMemory();
  readonly #traits = new Map(TRAITS);

  constructor(
    options: RunOptions,
    world: World,
    complaints: readonly string[],
    complain: Complain,
  ) {
    this.#options = options;
    this.#world = world;
    this.#complaints = complaints;
    this.#complain = complain;
    this.#readers = world.processes.map((process) => new Reader(process, complain));
    this.#actors = Array.from({ length: WALLETS }, (_, n) => this.#actor(n));
    const [first] = this.#actors;
    this.#listeners = world.processes.flatMap((process) => [
      new LiveClient(process, first?.player.wallet ?? null, complain),
      new LiveClient(process, null, complain),
    ]);
  }

  async rounds(): Promise<RunResult> {
    const { ms, seed, hasMongo, say } = this.#options;
    const endsAt = performance.now() + ms;
    const plan = {
      seed,
      hasMongo,
      hasDisk: !hasMongo && smallDisk() !== null,
      hasLoss: !hasMongo && canForbidWrites(),
    };
    if (!hasMongo && !plan.hasDisk)
      say('No full disk here: this machine allows no user namespace.');
    // At least one round, however long the setup took.
    let round = 0;
    do {
      const planned = planRound(round, plan);
      await this.#fire(planned);
      await this.#rest(planned);
      this.#counts.add('rounds');
      say(`round ${round}: ${planned.faults.map(({ kind }) => kind).join(' ')}`);
      round += 1;
    } while (performance.now() < endsAt && this.#complaints.length === 0);
    this.#tally();
    return {
      findings: findings(this.#complaints, (text) => this.#deedsIn(text)),
      counts: this.#counts,
    };
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }

  #actor(n: number): Actor {
    const { seed } = this.#options;
    const random = randomOf(seed, `player ${n}`);
    const nationId = oneOf(random, ['usa', 'italy', 'italy', 'argentina', 'china'] as const);
    const signer = new Wallet(id(`chaos ${seed} ${n}`));
    const { place } = this.#world;
    const player = new Player({
      wallet: signer.address,
      signIn: (process) => signIn(process, place.origin, signer),
      place,
      prefix: `chaos-${seed}`,
      random: randomOf(seed, `sender ${n}`),
      complain: this.#complain,
      wholeSince: () => this.#wholeSince,
      onRev: (process, rev, tookMs) => {
        const place = this.#world.processes.findIndex((one) => one === process);
        this.#readers[place]?.onRev(rev, tookMs);
        for (const reader of this.#readers) reader.onCommit(rev);
      },
    });
    this.#world.chain.settle(player.wallet, nationId);
    return { player, source: new CommandSource(nationId, random), random, nationId };
  }

  async #fire(round: Round): Promise<void> {
    const endsAt = performance.now() + round.fireMs;
    const reading = new AbortController();
    const looks = this.#readers.map((reader) => this.#look(reader, reading.signal));
    const plays = this.#actors.map((actor) => this.#play(actor, endsAt));
    this.#wholeSince = Number.POSITIVE_INFINITY;
    await inject(round, this.#world, this.#listeners, this.#counts, this.#complain);
    await this.#heal();
    this.#wholeSince = performance.now();
    await Promise.all(plays);
    reading.abort();
    await Promise.all(looks);
  }

  async #look(reader: Reader, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await reader.look();
      await sleep(READ_MS);
    }
  }

  /** Bursts of deeds, one after the other. */
  async #play({ player, source, random, nationId }: Actor, endsAt: number): Promise<void> {
    if (player.deeds.length === 0) {
      // Staggered, so ties have an order [ORD1].
      await sleep(random() * JOINING_MS);
      await player.carryOut({ is: 'choose', nationId }, random() < 0.5);
    }
    while (performance.now() < endsAt && this.#complaints.length === 0) {
      const size = random() < 0.7 ? 1 : between(random, 2, 4);
      const gameNow = Date.now() + this.#world.gameOffsetMs;
      const burst = Array.from({ length: size }, () => source.next(player, gameNow));
      await Promise.all(burst.map((command) => player.carryOut(command, random() < 0.15)));
      await sleep(between(random, 50, 1500));
    }
  }

  /** Ends all faults and waits until every process is ready; one that is not ready in time is a finding. */
  async #heal(): Promise<void> {
    const { hasMongo } = this.#options;
    this.#world.chain.heal();
    this.#world.freeDisk();
    this.#world.resetClocks();
    for (const listener of this.#listeners) listener.resume();
    await this.#world.mongo?.whole();
    const deadline = performance.now() + REST_MS[hasMongo ? 'mongo' : 'embedded'];
    for (const process of this.#world.processes) {
      await process.inTurn(() => process.reviveIfGone());
      while (!(await process.isReady())) {
        if (performance.now() > deadline) {
          this.#complain(
            `${process.name} neither works nor exits\n${process.output().slice(-2000)}`,
          );
          await process.inTurn(async () => {
            await process.kill();
            await process.start();
          });
        }
        await process.inTurn(() => process.reviveIfGone());
        await sleep(100);
      }
    }
  }

  async #rest({ isWeek }: Round): Promise<void> {
    for (const { player } of this.#actors) {
      const unsure = player.deeds.filter((deed) => deed.isUnsure && deed.outcome?.is === 'refused');
      for (const deed of unsure) await player.makeSure(deed);
      await this.#askAgain(player);
    }
    await this.#agree();
    await this.#probe();
    if (!isWeek || this.#complaints.length > 0) return;
    await this.#world.passTime(FACTS.lockMs + 60_000);
    this.#counts.add('weeks');
    await this.#heal();
  }

  /** Repeats finished commands, and sends others under their keys: neither may have an effect. */
  async #askAgain(player: Player): Promise<void> {
    const done = player.deeds
      .slice(-10)
      .filter(({ outcome, command }) => outcome?.is === 'done' && COMMITS.has(command.is));
    const [first, second] = done;
    if (first) await player.repeat(first);
    if (second) await player.reuseKey(second);
    this.#counts.add('repeated', Math.min(done.length, 2));
  }

  async #probe(): Promise<void> {
    const actor = this.#actors[this.#counts.of('rounds') % this.#actors.length];
    if (!actor || this.#complaints.length > 0) return;
    const { player, nationId } = actor;
    const gameNow = Date.now() + this.#world.gameOffsetMs;
    const ended = player.deeds.find(
      ({ command, outcome }) => command.is === 'unstake' && outcome?.is === 'done',
    );
    const [shown] = await this.#shown();
    const lists = shown?.wallets.get(player.wallet);
    const active = new Set(
      [...(lists?.dena ?? []), ...(lists?.nfts ?? [])].flatMap((one) =>
        one.isActive ? [one.id] : [],
      ),
    );
    const locked = player.stakes.find(
      (stake) => active.has(stake.id) && stake.unstakeableAt > gameNow + 60_000,
    );
    const known = {
      nationId,
      locked: locked ?? null,
      ended: ended?.outcome?.is === 'done' ? ended.outcome.stake : null,
    };
    this.#counts.add('probes', await probe(player, this.#world.place, known, this.#complain));
  }

  /** Waits until every process and every listener shows what the model says. */
  async #agree(): Promise<void> {
    const { hasMongo } = this.#options;
    const startedAt = performance.now();
    let differences: string[];
    do {
      differences = await this.#differences().catch((error: unknown) => [String(error)]);
      if (differences.length === 0) break;
      await sleep(250);
    } while (performance.now() - startedAt < REST_MS[hasMongo ? 'mongo' : 'embedded']);
    for (const words of differences) this.#complain(words);
    this.#counts.most('slowest agreement in ms', Math.round(performance.now() - startedAt));
  }

  async #differences(): Promise<string[]> {
    const { facts = FACTS } = this.#options;
    const shown = await this.#shown();
    const truth: Truth = {
      facts,
      deeds: this.#actors.flatMap(({ player }) => player.deeds),
      chain: this.#world.chain.books(),
      ties: this.#ties,
      traits: this.#traits,
    };
    const complaints = shown.flatMap((one, n) =>
      compare(one, truth).map((words) => `${this.#world.processes[n]?.name}: ${words}`),
    );
    this.#counts.add('comparisons', shown.length);
    const [first] = shown;
    if (!first) return complaints;
    const rows = JSON.stringify(first.rows);
    for (const [n, other] of shown.entries()) {
      if (JSON.stringify(other) !== JSON.stringify(first)) {
        complaints.push(`processes 1 and ${n + 1} show different states`);
      }
    }
    for (const [n, listener] of this.#listeners.entries()) {
      const words = [
        ...(listener.isConnected ? [] : ['it is not connected']),
        ...(JSON.stringify(listener.rows()) === rows
          ? []
          : [`it has ${JSON.stringify(listener.rows())}, the list has ${rows}`]),
        ...listener.otherDifferences(first.rows),
      ];
      complaints.push(...words.map((one) => `listener ${n + 1}: ${one}`));
      this.#counts.add('listeners compared');
    }
    complaints.push(...(await this.#wrongFilters(first)));
    return complaints;
  }

  #shown(): Promise<Shown[]> {
    const wallets = this.#actors.map(({ player }) => player.wallet);
    return Promise.all(this.#world.processes.map((process) => readAll(process, wallets)));
  }

  /** A wallet's events, and a nation's, match those in the full list. */
  async #wrongFilters({ events }: Shown): Promise<string[]> {
    const actor = this.#actors[this.#counts.of('rounds') % this.#actors.length];
    const [process] = this.#world.processes;
    if (!actor || !process) return [];
    const { player, nationId } = actor;
    const own = await readEvents(process, `walletAddress=${player.wallet}`);
    const nations = await readEvents(process, `nationId=${nationId}`);
    const ids = (list: Shown['events']) => list.map((event) => event.id).join();
    return [
      ...(ids(own) === ids(events.filter((one) => one.walletAddress === player.wallet))
        ? []
        : [`the events of ${player.wallet} differ from those in the full list`]),
      ...(ids(nations) === ids(events.filter((one) => one.nationId === nationId))
        ? []
        : [`the events of ${nationId} differ from those in the full list`]),
    ];
  }

  #tally(): void {
    const deeds = this.#actors.flatMap(({ player }) => player.deeds);
    const counts = this.#counts;
    counts.add('commands', deeds.length);
    counts.add('acknowledged', deeds.filter(({ outcome }) => outcome?.is === 'done').length);
    counts.add('refused', deeds.filter(({ outcome }) => outcome?.is === 'refused').length);
    counts.add(
      'tries',
      this.#actors.reduce((sum, { player }) => sum + player.tries, 0),
    );
    counts.add(
      'reads',
      this.#readers.reduce((sum, { reads }) => sum + reads, 0),
    );
    counts.add(
      'pushes merged',
      this.#listeners.reduce((sum, one) => sum + one.counts.merged, 0),
    );
    counts.add(
      'lists fetched',
      this.#listeners.reduce((sum, one) => sum + one.counts.fetched, 0),
    );
    counts.add('reorganisations', this.#world.chain.reorganisations);
    counts.add(
      'starts',
      this.#world.processes.reduce((sum, one) => sum + one.incarnation, 0),
    );
    counts.add('differences', new Set(this.#complaints).size);
  }

  /** The last deeds of the wallets named in a finding. */
  #deedsIn(text: string): string[] {
    return this.#actors
      .filter(({ player }) => text.includes(player.wallet))
      .slice(0, 2)
      .flatMap(({ player }) => player.deeds.slice(-LAST_DEEDS).map(inWords));
  }
}
