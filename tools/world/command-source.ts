/** A player's next command, drawn from its own random stream and what it knows. */
import type { Player } from './client/player.ts';
import type { Command } from './model/operation.ts';
import { RESOURCES, type NationId } from './model/facts.ts';
import type { Figures } from './model/rules.ts';
import { between, oneOf, weighted, type Random } from './random.ts';

/** Few values, so ties are common; some add nothing [GDP1]. */
const AMOUNTS = ['10', '10', '20', '30', '5', '0.5', '1250.5'] as const;
/** [STK1] allows 500 of a kind; a player with this many ends some first. */
const MANY_STAKES = 120;
const STEPS = 100;
/** Generous players begin here. */
const MANY_STEPS = 70;
/** `free` and `locked`: unstake a stake whose lock has ended, or one still locked. */
const CHOICES = [
  'stake-dena',
  'stake-nft',
  'free',
  'locked',
  'trade',
  'contribute',
  'settle',
  'refresh',
  'choose',
] as const;

export class CommandSource {
  readonly #nationId: NationId;
  readonly #random: Random;
  readonly #asked = new Set<string>();
  readonly #isGenerous: boolean;
  #trades = 0;
  #gifts = 0;

  /** @param isGenerous whether it buys and contributes so much that its nation's work goes on. */
  constructor(nationId: NationId, random: Random, isGenerous = false) {
    this.#nationId = nationId;
    this.#random = random;
    this.#isGenerous = isGenerous;
  }

  /**
   * @param gameNow the game's time, roughly: some locked stakes are tried a little early.
   * @param figures that it is shown.
   */
  next(player: Player, gameNow: number, figures: Figures): Command {
    const random = this.#random;
    const free = player.stakes.filter(
      ({ id, unstakeableAt }) => unstakeableAt <= gameNow && !this.#asked.has(id),
    );
    const locked = player.stakes.filter(({ unstakeableAt }) => unstakeableAt > gameNow);
    const isFull = locked.length > MANY_STAKES;
    const is = weighted(random, CHOICES, {
      'stake-dena': isFull ? 0 : 5,
      'stake-nft': isFull ? 0 : 4,
      free: free.length > 0 ? 6 : 0,
      locked: locked.length > 0 ? 0.5 : 0,
      trade: this.#isGenerous ? 14 : 4,
      contribute: this.#isGenerous ? 14 : 4,
      settle: 1,
      refresh: 1,
      choose: 0.3,
    });
    switch (is) {
      case 'stake-dena':
        return { is, amount: oneOf(random, AMOUNTS) };
      case 'stake-nft': {
        const kind = random() < 0.5 ? 'national' : 'cultural';
        return { is, kind, nationId: this.#nationId, quantity: between(random, 1, 2) };
      }
      case 'free':
      case 'locked': {
        const from = is === 'free' ? free : locked;
        const stake = from[Math.floor(random() * from.length)];
        if (!stake) throw new Error('there is nothing to unstake');
        if (is === 'free') this.#asked.add(stake.id);
        return { is: 'unstake', kind: stake.kind, stakeId: stake.id };
      }
      case 'trade':
        return this.#trade(figures);
      case 'contribute':
        return this.#contribute();
      case 'choose':
        return { is, nationId: this.#nationId };
      case 'settle':
      case 'refresh':
        return { is };
    }
  }

  /** Varied as much as possible: only its quantity tells a trade's event from another. */
  #trade(figures: Figures): Command {
    const n = this.#trades;
    this.#trades += 1;
    const resourceType = RESOURCES[n % RESOURCES.length] ?? 'wood';
    const step = (Math.floor(n / RESOURCES.length) + (this.#isGenerous ? MANY_STEPS : 0)) % STEPS;
    const quantity = 10 * (1 + step);
    const cost = quantity * figures[`tradePrices.${resourceType}`];
    return { is: 'trade', resourceType, quantity, ...(n % 2 === 0 && { cost }) };
  }

  /** Varied for the same reason; some are of more than there is, or than is needed [WRK1]. */
  #contribute(): Command {
    const n = this.#gifts;
    this.#gifts += 1;
    const resourceType = RESOURCES[n % RESOURCES.length] ?? 'wood';
    const some = 1 + ((Math.floor(n / RESOURCES.length) * 37) % 400);
    const quantity = this.#isGenerous ? some + 600 : some;
    return { is: 'contribute', resourceType, quantity };
  }
}
