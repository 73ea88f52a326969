/**
 * The cost of following the chain in JSON-RPC calls and commits: whole servers in this process, on one store
 * and one simulated node that counts calls. For the daily figures, blocks, polls, probes and rounds all run
 * `SPEED` times as fast.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AbiCoder, Interface } from 'ethers';
import { walletOf } from '../common/testing/fixtures.ts';
import { composeServer, type RunningServer } from '../server/boot/compose-server.ts';
import { loadConfig } from '../server/boot/config.ts';
import type { Chain } from '../server/chain/chain.ts';
import { holdingsCalls, multicall, multicallAnswers } from '../server/chain/multicall.ts';
import { openRpcChain } from '../server/chain/rpc-chain.ts';
import { ChainSim, poke, sendDena, sendNfts } from '../server/chain/testing/chain-sim.ts';
import { FakeNode, transport } from '../server/chain/testing/fake-node.ts';
import { createLog } from '../server/observe/log.ts';
import { openMemoryStore } from '../server/store/memory/memory-store.ts';
import type { Store } from '../server/store/store.ts';
import { joining, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { TEST_CONTRACTS, TEST_PAGES } from '../server/test/support/harness.ts';
import { compare, compared, type Comparison } from './measure.ts';

const SPEED = 25;
const BLOCK_MS = 12_000;
const POLL_MS = 4000;
const COMPARE_MS = 300_000;
const PROBE_MS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Two rounds of the comparison. */
const IDLE_MS = 2 * COMPARE_MS;
const IDLE_STAKERS = 1000;
const ROUND_STAKERS = 100_000;
const POKED = 290;
/** Calculated, not run: a poll (two calls) each second, a call per balance, a commit per wallet. */
const SIMPLE = { idleCalls: 172_800, roundCalls: 100_600, pokeCalls: 1160, pokeCommits: 290 };

export async function benchChain(): Promise<Comparison[]> {
  const idle = await idleCallsADay(1);
  const idleOfThree = await idleCallsADay(3);
  const round = await roundCalls();
  const pokes = await pokeCosts();
  const simple = (figure: number) => ({
    name: 'calculated: a poll a second, a call a balance',
    runs: [figure],
  });
  return [
    await codecTimes(),
    compared(
      'Calls a day while nothing moves: a block every 12 s, a poll every 4 s, 10 probes of /readyz a second',
      'calls',
      [
        { name: 'one process', runs: [idle] },
        { name: 'three processes', runs: [idleOfThree] },
        simple(SIMPLE.idleCalls),
      ],
      [{ value: 30_000 }],
    ),
    compared(
      `Calls for one round over ${ROUND_STAKERS.toLocaleString('en-US')} stakers`,
      'calls',
      [{ name: 'comparison', runs: [round] }, simple(SIMPLE.roundCalls)],
      [{ value: 500 }],
    ),
    compared(
      `Calls after ${POKED} players were sent 0 DENA in one block`,
      'calls',
      [{ name: 'follower', runs: [pokes.calls] }, simple(SIMPLE.pokeCalls)],
      [{ value: 10 }],
    ),
    compared(
      'Commits after the same',
      'commits',
      [{ name: 'follower', runs: [pokes.commits] }, simple(SIMPLE.pokeCommits)],
      [{ value: 0 }],
    ),
  ];
}

/**
 * Milliseconds of the main thread for the holdings of 500 wallets: encoding the call and decoding the answer.
 */
async function codecTimes(): Promise<Comparison> {
  const holders = Array.from({ length: 500 }, (_, n) => ({
    wallet: walletOf(n + 1),
    nationId: 'usa' as const,
  }));
  const count = 3 * holders.length;
  const coder = AbiCoder.defaultAbiCoder();
  const results = Array.from({ length: count }, (_, n) => [true, coder.encode(['uint256'], [n])]);
  const answer = coder.encode(['tuple(bool,bytes)[]'], [results]);
  const abi = new Interface([
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
  ]);
  const questions = () => holders.flatMap((holder) => holdingsCalls(TEST_CONTRACTS, holder));
  const ours = () => {
    JSON.stringify(multicall(questions(), '0x10'));
    multicallAnswers({ status: 'fulfilled', value: answer }, count);
  };
  const theirs = () => {
    const calls = questions().map(({ to, data }) => [to, true, `0x${data}`]);
    abi.encodeFunctionData('aggregate3', [calls]);
    abi.decodeFunctionResult('aggregate3', answer);
  };
  return compare(
    'Main thread for the holdings of 500 wallets',
    'ms',
    [
      { name: 'multicall', run: () => timed(ours) },
      { name: "ethers' codec", run: () => timed(theirs) },
    ],
    [{ value: 20 }],
  );
}

async function timed(work: () => void): Promise<number> {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** Counts from the end of the first round, which excludes the cost of the start. */
async function idleCallsADay(processes: number): Promise<number> {
  const world = await World.start({ stakers: IDLE_STAKERS, processes, speed: SPEED });
  const blocks = setInterval(() => world.sim.mine(), BLOCK_MS / SPEED);
  const probes = setInterval(() => world.probe(), PROBE_MS / SPEED);
  try {
    await world.isCompared();
    world.node.resetCounts();
    const startedAt = performance.now();
    await sleep(IDLE_MS / SPEED);
    const passedMs = (performance.now() - startedAt) * SPEED;
    return (world.node.calls * DAY_MS) / passedMs;
  } finally {
    clearInterval(blocks);
    clearInterval(probes);
    await world.close();
  }
}

/** The first round runs as fast as possible. */
async function roundCalls(): Promise<number> {
  const world = await World.start({ stakers: ROUND_STAKERS, processes: 1 });
  try {
    await world.isCompared();
    return world.node.calls;
  } finally {
    await world.close();
  }
}

/** Until the follower has reached the block of the pokes and read its logs a second time. */
async function pokeCosts(): Promise<{ readonly calls: number; readonly commits: number }> {
  const world = await World.start({ stakers: IDLE_STAKERS, processes: 1, pollMs: POLL_MS / SPEED });
  try {
    await world.isCompared();
    await world.isLevel();
    world.node.resetCounts();
    const commitsBefore = world.commits;
    world.sim.mine(Array.from({ length: POKED }, (_, n) => poke(walletOf(n + 1), ATTACKER)));
    await world.isLevel();
    await sleep((2 * POLL_MS) / SPEED);
    return { calls: world.node.calls, commits: world.commits - commitsBefore };
  } finally {
    await world.close();
  }
}

const ATTACKER = walletOf(2 ** 40);

/** Servers on one store, whose players hold on chain what their records say. */
class World {
  readonly sim: ChainSim;
  readonly node: FakeNode;
  commits = 0;
  readonly #store: Store;
  readonly #processes: { readonly server: RunningServer; readonly chain: Chain }[] = [];

  private constructor(sim: ChainSim, store: Store) {
    this.sim = sim;
    this.node = new FakeNode(sim);
    this.#store = store;
  }

  static async start(options: {
    readonly stakers: number;
    readonly processes: number;
    readonly speed?: number;
    readonly pollMs?: number;
  }): Promise<World> {
    const { stakers, processes, speed = 1, pollMs = POLL_MS / speed } = options;
    const sim = new ChainSim();
    const world = new World(sim, openMemoryStore());
    await world.#endow(stakers);
    const commit = world.#store.commit.bind(world.#store);
    world.#store.commit = (...args) => {
      world.commits += 1;
      return commit(...args);
    };
    for (let n = 0; n < processes; n += 1) {
      await world.#startProcess({ pollMs, compareMs: COMPARE_MS / speed });
    }
    return world;
  }

  /** Asks each process whether it is ready; nothing waits for the answer. */
  probe(): void {
    for (const { server } of this.#processes) {
      fetch(`${server.url}/readyz`)
        .then((answer) => answer.text())
        .catch(() => undefined);
    }
  }

  /** Resolves when some process has compared all players once. */
  async isCompared(): Promise<void> {
    while (!(await this.#metrics()).some((text) => COMPARED.test(text))) await sleep(LOOK_MS);
  }

  /** Resolves when every process knows that the newest block has been processed. */
  async isLevel(): Promise<void> {
    const level = `\ndenaria_chain_block ${this.sim.head.number}\n`;
    while (!(await this.#metrics()).every((text) => text.includes(level))) await sleep(LOOK_MS);
  }

  async close(): Promise<void> {
    for (const { server, chain } of this.#processes) {
      await server.close();
      chain.close();
    }
    await this.#store.close();
  }

  #metrics(): Promise<string[]> {
    return Promise.all(
      this.#processes.map(async ({ server }) => (await fetch(`${server.url}/metrics`)).text()),
    );
  }

  async #endow(stakers: number): Promise<void> {
    const transfers = [];
    for (let n = 1; n <= stakers; n += 1) {
      const wallet = walletOf(n);
      const join = joining(wallet);
      const { denaWei, national, cultural } = join.player.holdings;
      await this.#store.commit(join, 0, null);
      const stake = stakingDena(stateAfter([join]));
      await this.#store.commit(stake, join.player.version, null);
      transfers.push(
        sendDena(null, wallet, denaWei),
        sendNfts('national', null, wallet, { italy: national }),
        sendNfts('cultural', null, wallet, { italy: cultural }),
      );
    }
    this.sim.mine(transfers, { isSilent: true });
    this.sim.mine();
  }

  async #startProcess(pace: {
    readonly pollMs: number;
    readonly compareMs: number;
  }): Promise<void> {
    const log = createLog('warn');
    const chain = openRpcChain({
      endpoints: ['http://node.invalid/'],
      contracts: TEST_CONTRACTS,
      expectedChainId: 1,
      production: false,
      genesis: {
        read: () => this.#store.setting(GENESIS),
        keep: (hash) => this.#store.putSetting(GENESIS, hash),
      },
      log,
      connect: (_url, limits) => transport(this.node, limits),
    });
    await chain.confirm();
    const server = await composeServer({
      config: {
        ...loadConfig('test', { PORT: '0', DRAIN_NOTICE_MS: '0' }),
        ethRpcUrls: ['http://node.invalid/'],
        contracts: TEST_CONTRACTS,
        chainPollMs: pace.pollMs,
        chainCompareMs: pace.compareMs,
      },
      store: this.#store,
      chain,
      readMetadata: () => Promise.reject(new Error('no metadata is read here')),
      sessionSecret: new Uint8Array(32),
      log,
      pages: () => Promise.resolve(TEST_PAGES),
    });
    this.#processes.push({ server, chain });
  }
}

const GENESIS = 'chain.genesis';
const COMPARED = /\ndenaria_chain_compared_age_seconds [0-9.]+\n/;
const LOOK_MS = 20;
