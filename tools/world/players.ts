/** Who plays in a simulated game, what they do, and whether they were refused rightly. */
import { address } from '../../common/values/address.ts';
import type { Chain, Start } from './chain.ts';
import type { Server } from './client/deployment.ts';
import { Player } from './client/player.ts';
import { readBoard } from './client/reads.ts';
import { CommandSource } from './command-source.ts';
import { RESOURCES, type NationId } from './model/facts.ts';
import type { Command, Operation } from './model/operation.ts';
import { isTradable } from './model/wallet.ts';
import { oneOf, randomOf, type Random } from './random.ts';
import type { RuleChanges } from './rule-changes.ts';

const PLAYERS = 14;
/** Those who join in the second bout, and in the third. */
const LATE: readonly number[] = [4, 11];
/** What a player buys for a work, and brings, several times. */
const BOUGHT = 1000;
const BROUGHT = 900;
const MOST_BROUGHT = 4;

/** Few copies, and little DENA, so that many stakes are refused or end as unbacked. */
export function startOf(isSteady: boolean): Start {
  return { dena: isSteady ? 20_000_000n : 6000n, copies: isSteady ? 2 : 4 };
}

export interface Actor {
  readonly player: Player;
  readonly source: CommandSource;
  readonly random: Random;
  readonly nationId: NationId;
  /** Nothing of what it stakes may ever end as unbacked. */
  readonly isSteady: boolean;
  /** The bout in which it joins. */
  readonly joinsIn: number;
  /** What it has asked for and was not answered. */
  readonly underWay: Set<Promise<unknown>>;
}

type PlayerOptions = ConstructorParameters<typeof Player>[0];

interface PlayersParts extends Required<
  Pick<PlayerOptions, 'complain' | 'wholeSince' | 'onRev' | 'onDone'>
> {
  readonly seed: number;
  readonly servers: readonly [Server, ...Server[]];
  readonly chain: Chain;
  readonly ruleChanges: RuleChanges;
  /** The game's time. */
  readonly now: () => number;
  /** A wallet's newest commit, if that is known. */
  readonly newest: (wallet: string) => string | undefined;
}

export class Players {
  readonly actors: readonly Actor[];
  readonly #parts: PlayersParts;

  constructor(parts: PlayersParts) {
    this.#parts = parts;
    this.actors = Array.from({ length: PLAYERS }, (_, n) => actorOf(parts, n));
  }

  /** Those join who do in a bout, or should have before. */
  join(bout: number): void {
    for (const { player, nationId, underWay, joinsIn } of this.actors) {
      if (joinsIn > bout || player.operations.length > 0) continue;
      track(underWay, player.carryOut({ is: 'choose', nationId }));
    }
  }

  /** @param command defaults to what the actor likes. */
  act(actor: Actor, isTwin: boolean, command?: Command): void {
    const { player, underWay } = actor;
    // A player without a nation waits for it first.
    if (!player.operations[0]?.outcome) return;
    track(underWay, this.#carryOut(actor, isTwin, command));
  }

  /** Every steady player who has joined acts, or buys and brings what their nation's work needs. */
  steadyAct(isForWorks: boolean): void {
    for (const actor of this.actors) {
      if (!actor.isSteady || !actor.player.operations[0]?.outcome) continue;
      if (isForWorks) track(actor.underWay, this.#bring(actor));
      else this.act(actor, false);
    }
  }

  /** For the stage in work. */
  async #bring({ player, nationId, random }: Actor): Promise<void> {
    const board = await readBoard(this.#parts.servers[0]).catch(() => null);
    const work = board?.works.find((one) => one.nationId === nationId);
    const part = work?.stages[work.stage];
    if (!part) return;
    for (let n = 0; n < MOST_BROUGHT; n += 1) {
      const needed = RESOURCES.filter((type) => part.need[type] > part.have[type]);
      const resourceType = needed[Math.floor(random() * needed.length)];
      if (!resourceType) return;
      await player.carryOut(unlike(player, { is: 'trade', resourceType, quantity: BOUGHT }, -10));
      const missing = part.need[resourceType] - part.have[resourceType];
      const most = Math.min(BROUGHT, missing);
      const gift = unlike(player, { is: 'contribute', resourceType, quantity: most }, 1);
      await player.carryOut(gift);
      part.have[resourceType] += gift.quantity;
    }
  }

  async #carryOut(actor: Actor, isTwin: boolean, command?: Command): Promise<void> {
    const { player, source } = actor;
    const { now, ruleChanges } = this.#parts;
    const wanted = command ?? source.next(player, now(), ruleChanges.inForce);
    const operation = await player.carryOut(wanted, isTwin);
    this.#judgeRefusal(operation, actor);
  }

  /**
   * A player who had enough all along is never told that it is too little, however far a node lags.
   */
  #judgeRefusal(refused: Operation, { isSteady, player }: Actor): void {
    const { outcome, command, wallet } = refused;
    if (outcome?.is !== 'refused') return;
    if (this.#isUnfoundedTrade(refused, outcome.code)) {
      this.#parts.complain(`${wallet} was refused ${JSON.stringify(command)} as ${outcome.code}`);
    }
    if (!isSteady) return;
    // With those that may have been staked, though nobody was told yet.
    const copies = player.operations.reduce((sum, operation) => {
      const isRefused =
        operation.outcome?.is === 'refused' && !operation.isUnsure && operation !== refused;
      const isAlike =
        command.is === 'stake-nft' &&
        operation.command.is === 'stake-nft' &&
        operation.command.kind === command.kind;
      return isAlike && !isRefused ? sum + operation.command.quantity : sum;
    }, 0);
    const isWrong =
      outcome.code === 'insufficient-dena' ||
      outcome.code === 'not-owner' ||
      (outcome.code === 'insufficient-nfts' && copies <= startOf(true).copies);
    if (isWrong) {
      this.#parts.complain(
        `${wallet} was refused ${JSON.stringify(command)} as ${outcome.code}, and had enough`,
      );
    }
  }

  /** Whether a trade was refused by rules that were not in force while it was under way. */
  #isUnfoundedTrade({ command, sentAt, answeredAt }: Operation, code: string): boolean {
    if (command.is !== 'trade') return false;
    const { resourceType, quantity, cost } = command;
    const inForce = this.#parts.ruleChanges.during(sentAt, answeredAt);
    return (
      (code === 'quantity-not-tradable' &&
        inForce.every((figures) => isTradable(quantity, figures))) ||
      (code === 'price-changed' &&
        inForce.every((figures) => figures[`tradePrices.${resourceType}`] * quantity === cost))
    );
  }
}

function actorOf(
  { seed, servers, chain, newest, complain, wholeSince, onRev, onDone }: PlayersParts,
  n: number,
): Actor {
  const random = randomOf(seed, `player ${n}`);
  // Those who have much DENA are of one nation, whose work they complete a part of.
  const isSteady = n % 3 === 2;
  const nationId = isSteady
    ? 'italy'
    : oneOf(random, ['usa', 'italy', 'italy', 'argentina', 'china'] as const);
  const wallet = address(`0x${(0xa11ce + n * 7919).toString(16).padEnd(40, '0')}`);
  const player = new Player({
    wallet,
    signIn: () => Promise.resolve('none'),
    deployment: { servers, contracts: chain.contracts },
    prefix: `world-${seed}`,
    random: randomOf(seed, `sender ${n}`),
    complain,
    wholeSince,
    onRev,
    newest: () => newest(wallet),
    onDone,
  });
  chain.settle(wallet, nationId, isSteady);
  return {
    player,
    source: new CommandSource(nationId, random, isSteady),
    random,
    nationId,
    isSteady,
    joinsIn: LATE.indexOf(n) + 1,
    underWay: new Set(),
  };
}

function track(underWay: Set<Promise<unknown>>, operation: Promise<unknown>): void {
  underWay.add(operation);
  void operation.finally(() => underWay.delete(operation));
}

/** Of another quantity than its earlier ones: nothing else tells their events apart. */
function unlike<C extends Command & { readonly quantity: number }>(
  player: Pick<Player, 'operations'>,
  command: C,
  step: number,
): C {
  const text = JSON.stringify(command);
  return player.operations.some((operation) => JSON.stringify(operation.command) === text)
    ? unlike(player, { ...command, quantity: command.quantity + step }, step)
    : command;
}
