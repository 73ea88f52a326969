/**
 * [CHN1] Whatever providers do, stakes end up equal to what the chain backs, and none that was backed ends.
 *
 * A random run of the game on random providers: transfers, reorganisations, faults, commands and kills of
 * two processes on one store, and the check of what must hold at the end. There are two kinds of wallets:
 * movers, whose tokens come and go, and steady ones, whose tokens only grow, in blocks that are never
 * reorganised away: only a lagging node shows fewer of them.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { standingOf } from '../../common/rules/gdp.ts';
import { unbackedAmounts } from '../../common/rules/verify-holdings.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { isActive, type StakeKind } from '../../common/values/stake.ts';
import { poke } from '../chain/testing/chain-sim.ts';
import type { BackendFaults, FrontFaults } from '../chain/testing/fake-node-faults.ts';
import { REFUSALS } from '../chain/testing/fake-node-faults.ts';
import type { SimBlock } from '../chain/testing/sim-block.ts';
import type { SimTransfer } from '../chain/testing/sim-logs.ts';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { stakeDenaCommand } from '../game/commands/stake-dena.ts';
import { stakeNftCommand } from '../game/commands/stake-nft.ts';
import { tradeCommand } from '../game/commands/trade.ts';
import { refreshCommand } from '../game/commands/upkeep.ts';
import { allStakes } from '../store/testing/observe.ts';
import { BackingWorld, type BackingProcess } from './support/backing-world.ts';
import { intent, NFTS } from './support/game-world.ts';

const MOVERS = wallets(0x100, 6);
const STEADY = wallets(0x200, 4);
const STRANGER = address(`0x${'5'.repeat(40)}`);
const PACE = { pollMs: 40, lease: { ttlMs: 300, renewMs: 75 } } as const;
const COMPARE_MS = 4000;
const HELD = { denaWei: dena(1000), national: { italy: 5 }, cultural: { italy: 5 } } as const;
/** Five comparison rounds, with some margin. */
const SETTLE_MS = 30_000;
const LONGEST_BRANCH = 12;

function wallets(from: number, count: number): Address[] {
  return Array.from({ length: count }, (_, i) =>
    address(`0x${(from + i).toString(16).padStart(40, '0')}`),
  );
}

/** What a mover holds from a block on. */
interface Move {
  readonly mover: number;
  readonly denaWhole: number;
  readonly national: number;
  readonly cultural: number;
}

const moveArbitrary: fc.Arbitrary<Move> = fc.record({
  mover: fc.nat(MOVERS.length - 1),
  denaWhole: fc.nat(1000),
  national: fc.nat(5),
  cultural: fc.nat(5),
});
const movesArbitrary = fc.array(moveArbitrary, { maxLength: 2 });

type Faults = Partial<FrontFaults & BackendFaults>;
const FAULTS: readonly Faults[] = [
  { isDown: true },
  { isHanging: true },
  { slowMs: 30 },
  { nonsense: '<html>Bad gateway</html>' },
  { rateLimit: { as: 'http', share: 0.3, retryAfterS: 1 } },
  { rateLimit: { as: 'json-rpc', share: 0.2 } },
  { fail: { as: 'json-rpc', every: 7 } },
  { fail: { as: 'http', share: 0.2 } },
  { maxBatch: 1 },
  { splitsBatches: true },
  { maxLogRange: 2, rangeRefusal: REFUSALS.alchemyFree },
  { maxLogResults: 0 },
  { loseLogs: { blocks: { share: 0.5 }, of: 'both', times: 1 } },
  { loseLogs: { blocks: 'all', of: 'range' } },
  { nullBlocks: { share: 0.3 } },
  { keepStates: 3 },
  { noBlockHash: true },
  { forgetsOrphans: true },
];

const stepArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('block' as const), moves: movesArbitrary }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('silent block' as const), moves: movesArbitrary }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pokes' as const), count: fc.nat(40) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fleeting' as const),
      process: fc.nat(1),
      mover: fc.nat(MOVERS.length - 1),
      ms: fc.integer({ min: 2, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('gift' as const),
      process: fc.nat(1),
      steady: fc.nat(STEADY.length - 1),
      denaWhole: fc.nat(500),
      copies: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganisation' as const),
      depth: fc.integer({ min: 1, max: 5 }),
      blocks: fc.array(movesArbitrary, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      node: fc.nat(1),
      fault: fc.nat(FAULTS.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('backend' as const),
      backend: fc.nat(1),
      lagBlocks: fc.nat(2),
      /** A separate branch, starting this many blocks below the head; null: the chain's. */
      branch: fc.option(
        fc.tuple(fc.nat(2), fc.array(movesArbitrary, { minLength: 1, maxLength: 3 })),
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('heal' as const), node: fc.nat(1) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      process: fc.nat(1),
      what: fc.constantFrom('dena', 'national', 'cultural', 'trade', 'refresh'),
      wallet: fc.nat(MOVERS.length + STEADY.length - 1),
      amount: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.integer({ min: 5, max: 120 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process: fc.nat(1) }) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

function stepsArbitrary(count: number): fc.Arbitrary<Step[]> {
  return fc.array(stepArbitrary, { minLength: count, maxLength: count, size: 'max' });
}

/** What happened in a run, so that a test can see that it was eventful. */
interface Told {
  readonly staked: number;
  readonly unbacked: number;
  readonly reorganisations: number;
}

/**
 * Runs the steps, then heals everything and checks what must hold.
 * @param hasRounds true if everybody who staked is compared in rounds. Otherwise no transfer is silent, no
 * log is left out, and transfers must be enough for everything to hold.
 */
async function live(
  time: FakeTime,
  steps: readonly Step[],
  { seed, hasRounds }: { readonly seed: number; readonly hasRounds: boolean },
): Promise<Told> {
  const world = new BackingWorld({ backends: [2, 1], seed });
  const { sim, store, nodes } = world;
  const processes: BackingProcess[] = [];
  const start = async (at: number) => {
    processes[at] = (
      await time.finish(world.start(hasRounds ? { ...PACE, compareMs: COMPARE_MS } : PACE))
    ).value;
  };
  sim.mine(MOVERS.flatMap((wallet) => sim.transfersTo(wallet, HELD)));
  /** No reorganisation goes below it. */
  let ground = sim.mineEmpty(2).number;
  await start(0);
  await start(1);
  for (const wallet of [...MOVERS, ...STEADY]) {
    const joining = act(0, chooseNationCommand({ wallet, nationId: 'italy' }));
    expect((await time.finish(joining)).value.ok).toBe(true);
  }
  let reorganisations = 0;

  for (const step of steps) await take(step);

  for (const node of nodes) node.heal();
  // The last change appears in no log: only a round can find it.
  if (hasRounds) {
    const gone = { denaWei: 0n, national: { italy: 0 }, cultural: { italy: 0 } };
    sim.mine(
      MOVERS.slice(0, 2).flatMap((wallet) => sim.transfersTo(wallet, gone)),
      { isSilent: true },
    );
  }
  // Past the longest branch there was: until then, state read from a vanished branch stays.
  sim.mineEmpty(LONGEST_BRANCH);
  await time.pass(SETTLE_MS);
  const told = await check();
  await time.finish(world.close());
  return told;

  function act(process: number, command: Parameters<BackingProcess['game']['act']>[0]) {
    const { game } = processes[process] ?? {};
    if (!game) throw new Error('there are two processes');
    return game.act(command, intent());
  }

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'block':
        sim.mine(transfers(step.moves, sim.head));
        return;
      case 'silent block':
        sim.mine(transfers(step.moves, sim.head), { isSilent: hasRounds });
        return;
      case 'fleeting': {
        // A block with tokens that are staked immediately, and that soon vanishes, perhaps unseen.
        const wallet = MOVERS[step.mover];
        if (wallet === undefined) return;
        const { denaWei } = sim.holdings(sim.head, wallet, 'italy');
        sim.give(wallet, { denaWei: denaWei + dena(500) });
        void act(step.process, stakeDenaCommand({ wallet, amountWei: dena(500) }));
        await time.pass(step.ms);
        reorganisations += 1;
        sim.reorganise(1, [[], []]);
        return;
      }
      case 'gift': {
        const wallet = STEADY[step.steady];
        if (wallet === undefined) return;
        const { denaWei, national, cultural } = sim.holdings(sim.head, wallet, 'italy');
        sim.give(wallet, {
          denaWei: denaWei + dena(step.denaWhole),
          national: { italy: national + step.copies },
          cultural: { italy: cultural + step.copies },
        });
        ground = sim.head.number;
        for (const backend of world.node.backends) backend.set({ tip: null });
        // All of it together, so that a node one block behind would not back it.
        const amountWei = dena(step.denaWhole);
        void act(step.process, stakeDenaCommand({ wallet, amountWei }));
        return;
      }
      case 'pokes':
        sim.mine(
          Array.from({ length: step.count }, (_, i) => poke(STEADY[i % STEADY.length] ?? STRANGER)),
        );
        return;
      case 'reorganisation': {
        const depth = Math.min(step.depth, sim.head.number - ground);
        if (depth < 1) return;
        reorganisations += 1;
        const base = sim.at(sim.head.number - depth);
        if (base) sim.adopt(branch(base, step.blocks));
        return;
      }
      case 'fault':
        nodes[step.node]?.set(faultOf(step.fault));
        return;
      case 'backend': {
        const below = sim.at(Math.max(ground, sim.head.number - (step.branch?.[0] ?? 0)));
        const tip = step.branch && below && branch(below, step.branch[1]);
        world.node.backends[step.backend]?.set({ lagBlocks: step.lagBlocks, tip });
        return;
      }
      case 'heal':
        nodes[step.node]?.heal();
        return;
      case 'command':
        void command(step);
        return;
      case 'pass':
        await time.pass(step.ms);
        return;
      case 'kill':
        processes[step.process]?.kill();
        await start(step.process);
    }
  }

  function faultOf(fault: number): Faults {
    const faults = FAULTS[fault] ?? {};
    // Logs that each backend leaves out on the first request: only rounds find those transfers.
    return faults.loseLogs && !hasRounds ? {} : faults;
  }

  /** Blocks on a base, each with its moves. */
  function branch(base: SimBlock, blocks: readonly (readonly Move[])[]): SimBlock {
    return blocks.reduce((parent, moves) => sim.fork(parent, [transfers(moves, parent)]), base);
  }

  function transfers(moves: readonly Move[], at: SimBlock): SimTransfer[] {
    // At most one move each: its amount is computed from the previous block.
    const last = new Map(moves.map((move) => [move.mover, move]));
    return [...last.values()].flatMap(({ mover, denaWhole, national, cultural }) => {
      const gift = {
        denaWei: dena(denaWhole),
        national: { italy: national },
        cultural: { italy: cultural },
      };
      const wallet = MOVERS[mover];
      return wallet ? sim.transfersTo(wallet, gift, at) : [];
    });
  }

  function command(step: Extract<Step, { kind: 'command' }>): Promise<unknown> {
    const wallet = [...MOVERS, ...STEADY][step.wallet];
    if (!wallet) throw new Error('there is no such wallet');
    switch (step.what) {
      case 'dena':
        return act(step.process, stakeDenaCommand({ wallet, amountWei: dena(step.amount) }));
      case 'national':
      case 'cultural': {
        const kind = step.what;
        const quantity = 1 + (step.amount % 3);
        const order = { wallet, kind, contract: NFTS.collections[kind], tokenId: 2n, quantity };
        return act(step.process, stakeNftCommand(order, NFTS));
      }
      case 'trade':
        // A steady wallet's tokens are for stakes.
        if (STEADY.includes(wallet)) return act(step.process, refreshCommand(wallet));
        return act(step.process, tradeCommand({ wallet, resourceType: 'wood', quantity: 10 }));
      default:
        return act(step.process, refreshCommand(wallet));
    }
  }

  async function check(): Promise<Told> {
    let staked = 0;
    let unbacked = 0;
    for (const wallet of [...MOVERS, ...STEADY]) {
      const player = await store.player(wallet);
      if (!player) throw new Error(`${wallet} plays`);
      const stakes = await allStakes(store, wallet);
      const held = sim.holdings(sim.head, wallet, 'italy');
      const none: Record<StakeKind, bigint> = { dena: 0n, national: 0n, cultural: 0n };
      expect(unbackedAmounts(player, held), `${wallet} stakes what the chain backs`).toEqual(none);
      expect(player.standing).toEqual(standingOf(player.nationId, stakes.filter(isActive)));
      const ended = stakes.filter(
        ({ state }) => state.status === 'ended' && state.reason === 'unbacked',
      );
      if (STEADY.includes(wallet)) expect(ended, `${wallet} was backed all along`).toEqual([]);
      if (stakes.some(isActive)) {
        expect({ ...player.holdings, block: 0 }).toEqual({ ...held, block: 0 });
      }
      staked += stakes.length;
      unbacked += ended.length;
    }
    return { staked, unbacked, reorganisations };
  }
}

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

test(
  '[CHN1] random faults, transfers, reorganisations and kills',
  { timeout: 900_000 },
  async () => {
    const lives: Told[] = [];
    await fc.assert(
      fc.asyncProperty(
        stepsArbitrary(120),
        fc.nat(),
        fc.boolean(),
        async (steps, seed, hasRounds) => {
          lives.push(await live(time, steps, { seed, hasRounds }));
        },
      ),
      { numRuns: runs({ usual: 4, long: 200 }), endOnFailure: true },
    );
    const sum = (of: (told: Told) => number) => lives.reduce((total, told) => total + of(told), 0);
    // The run was eventful.
    expect(sum(({ staked }) => staked)).toBeGreaterThan(2 * lives.length);
    expect(sum(({ unbacked }) => unbacked)).toBeGreaterThan(lives.length / 2);
    expect(sum(({ reorganisations }) => reorganisations)).toBeGreaterThan(lives.length / 2);
  },
);
