/** What each step of a plan does to a simulated game. */
import type { SimulatedStore } from '../../server/store/testing/simulated-store.ts';
import type { Step } from './plan.ts';
import { JUMP_MS, type StoreFaults } from './processes.ts';
import { pick } from './random.ts';
import type { World } from './world.ts';

/** By how many weeks the development's clock is moved. */
const MOST_WEEKS = 7;
/** Writes are done later, or never: a command's time is over by then. */
const MUTE = { pending: 0.5, lostRace: 0.5, lateMs: [4000, 5000] } as const;
/** More cultural NFTs than a nation's President has staked, as a rule. */
const MOST_COPIES = 6;
/** More DENA than anybody has who is not steady. */
const WINDFALL = '10000';
/** It only makes the wallet one to compare. */
const LITTLE = 10n;

/** What a step of the plan does to the world. */
export function take(world: World, step: Step): void {
  const { players, processes, chain } = world;
  const { kind, lastsMs, where, how } = step;
  const chance = () => where;
  const server = pick(chance, world.servers);
  const actor = pick(chance, players.actors);
  const viewer = pick(chance, world.viewers);
  switch (kind) {
    case 'operation':
    case 'twin':
      players.act(actor, kind === 'twin');
      break;
    case 'burst':
      for (let n = 0; n < 4; n += 1) players.act(actor, false);
      break;
    // That player becomes President, unless the chain changes its mind.
    case 'presidency':
      chain.windfall(step, { cultural: MOST_COPIES });
      players.act(actor, false, {
        is: 'stake-nft',
        kind: 'cultural',
        nationId: actor.nationId,
        quantity: MOST_COPIES,
      });
      break;
    case 'kill':
      processes.killFor(server, lastsMs * (how < 0.3 ? 0 : 1));
      break;
    case 'kill-holder':
      void processes.holder().then((holder) => holder && processes.killFor(holder, lastsMs));
      break;
    // The development's clock: by weeks, seldom by a year.
    case 'jump':
      void processes.jump(server, how < 0.1 ? 52 : 1 + Math.floor(how * MOST_WEEKS));
      break;
    case 'term':
      server.term();
      processes.restart(server, 3000 + lastsMs);
      break;
    case 'pause':
      server.pause(lastsMs * (how < 0.2 ? 4 : 1));
      break;
    case 'clock':
      server.skewMs = Math.round((how * 2 - 1) ** 3 * JUMP_MS);
      break;
    // Often its player plays at that moment, so that what the command reads is not what the
    // follower sees.
    case 'transfer':
      chain.transfer(step);
      if (lastsMs > 600) players.act(actor, false);
      break;
    // A little comes in blocks that stay, then more in blocks that don't, which is staked at
    // once: perhaps while the little is compared. Somebody else loses something, which some nodes
    // may not see at first.
    case 'reorganisation': {
      let below = chain.sim.head.number;
      chain.windfall(step, { dena: LITTLE });
      players.act(actor, false);
      world.later(lastsMs * (1 - how), () => {
        below = chain.sim.head.number;
        chain.windfall(step, { dena: BigInt(WINDFALL) });
        players.act(actor, false, { is: 'stake-dena', amount: WINDFALL });
      });
      world.later(lastsMs, () => {
        const staleMs = lastsMs > 400 ? lastsMs : 0;
        chain.reorganise({ how, where: (where + 0.5) % 1 }, below, staleMs);
      });
      break;
    }
    case 'store-slow':
      processes.break(server, { latencyMs: [20, 400], late: how * 0.15 }, lastsMs * 2);
      break;
    case 'store-refuses':
      processes.break(server, refusals(world.store.kind, how), lastsMs);
      break;
    // Nobody hears of any write, for longer than a command is tried again.
    case 'store-mute':
      processes.breakAll(MUTE, 2 * (2000 + lastsMs));
      break;
    case 'store-away':
      processes.break(server, { isAway: true }, lastsMs);
      break;
    case 'nothing-reachable':
      processes.breakAll({ isAway: true }, lastsMs);
      break;
    case 'partition':
      processes.partition(server, lastsMs * 4);
      break;
    case 'step-down':
      world.store.stepDown(200 + lastsMs);
      break;
    case 'feed-lost':
      processes.break(server, { lostFeeds: 0.5 }, lastsMs);
      // A stage may be completed meanwhile, so that its process learns only of the sums.
      players.steadyAct(how >= 0.7);
      break;
    case 'break-off':
      world.network.breakAll(viewer.owner);
      break;
    case 'rules':
      world.changeRules(step.n);
      break;
    // What is under way is decided again.
    case 'era':
      void world.store.memory.changeEra((value) =>
        value['step'] === step.n ? null : { value: { ...value, step: step.n }, event: null },
      );
      break;
    // A lie matters if something moves meanwhile.
    case 'node-lying':
      world.later(lastsMs / 2, () => chain.transfer(step));
      chain.breakNodes({ ...step, kind, lastsMs: 1000 + lastsMs });
      break;
    default:
      chain.breakNodes({ ...step, kind });
  }
}

function refusals(kind: SimulatedStore['kind'], how: number): StoreFaults {
  if (kind === 'embedded') return { refused: 0.3 * how };
  const share = 0.25;
  return how < 0.25
    ? { refused: share }
    : how < 0.5
      ? { unknown: share, tornLoads: share }
      : how < 0.75
        ? { pending: share, lostRace: share }
        : { ownConflict: share };
}
