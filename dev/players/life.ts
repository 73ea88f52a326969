/**
 * What a rival does next. Pure: it follows from what the rival sees, its manner and its random
 * numbers. Amounts are whole DENA.
 */
import { tradeCost } from '../../common/rules/trade.ts';
import type { Address } from '../../common/values/address.ts';
import type { StakeId } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../common/values/resources.ts';
import type { Rules } from '../../common/values/rules.ts';
import type { Collection } from '../nft-tokens.ts';
import type { Manner } from './manners.ts';
import type { Random } from './random.ts';

type Asset = 'dena' | Collection;

export type Action =
  | { readonly kind: 'stake'; readonly asset: Asset; readonly amount: number }
  | { readonly kind: 'unstake'; readonly asset: Asset; readonly stakeId: StakeId }
  | {
      readonly kind: 'trade' | 'contribute';
      readonly resourceType: ResourceType;
      readonly quantity: number;
    }
  /** On the chain; without a price, which no one sees. */
  | {
      readonly kind: 'sell';
      readonly asset: Asset;
      readonly amount: number;
      readonly to: Address | 'the market';
    };

/** What a rival knows of itself. */
export interface Sight {
  /** In force. */
  readonly rules: Rules;
  readonly gdp: number;
  /** DENA that can be staked or spent, and all that is left with the stakes. */
  readonly available: number;
  readonly balance: number;
  readonly resources: ResourceUnits;
  /** Copies of its nation's tokens: all, and those that are not staked. */
  readonly copies: Readonly<Record<Collection, { readonly all: number; readonly free: number }>>;
  /** Active stakes of DENA. */
  readonly denaStakes: number;
  readonly unlocked: readonly { readonly asset: Asset; readonly stakeId: StakeId }[];
}

export interface Standing {
  readonly walletAddress: Address;
  readonly nationId: NationId;
  readonly gdp: number;
  /** [SEA2] This week; absent for who is not among the first. */
  readonly gained?: number;
}

export interface Character {
  readonly walletAddress: Address;
  readonly nationId: NationId;
  readonly manner: Manner;
}

/** Below this many available DENA a rival has nothing to stake or spend. */
export const BROKE = 100;
/** [STK1] The part of all, with room for a person who plays the same wallet. */
const MOST_DENA_STAKES = 0.8;
/** A stake's least part of all that a rival has, so that stakes stay few. */
const LEAST_PART = 0.003;
/** The most of its available DENA that one trade takes. */
const TRADE_PART = 0.03;

/** What it can do, each with how readily it does it; null if nothing. */
export function chooseAction(
  self: Character,
  sight: Sight,
  others: {
    readonly standings: readonly Standing[];
    /** Those behind it when it last looked. */
    readonly behind: ReadonlySet<Address>;
    readonly rivals: readonly Character[];
  },
  random: Random,
): Action | null {
  const { manner } = self;
  const revenge = manner.avenges ? answerTo(self, sight, others) : null;
  if (revenge) return revenge;
  const compatriots = others.rivals.filter(
    ({ nationId, walletAddress }) =>
      nationId === self.nationId && walletAddress !== self.walletAddress,
  );
  const chase = chaseOf(self, sight, others.standings);
  const choices: [weight: number, action: () => Action | null][] = [
    [mayStake(manner, sight) ? 6 : 0, () => stakeOf(manner, sight, random)],
    [chase ? 3 : 0, () => chase],
    [sight.unlocked.length > 0 ? 6 : 0, () => unstakeOf(sight, random)],
    [sight.available > BROKE ? manner.trades : 0, () => tradeOf(sight, random)],
    [manner.contributes, () => contributionOf(sight, random)],
    [0.3, () => sale(self, sight, pick(others.rivals, random), random)],
    ...(['national', 'cultural'] as const).flatMap((asset): typeof choices => [
      [
        sight.copies[asset].free > 0 ? 3 : 0,
        () => ({ kind: 'stake', asset, amount: random.int(1, sight.copies[asset].free) }),
      ],
      [
        compatriots.length > 0 ? sight.copies[asset].all * 0.1 : 0,
        () => saleOfToken(asset, pick(compatriots, random)),
      ],
    ]),
  ];
  const drawn = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  let passed = 0;
  const chosen = choices.find(([weight]) => (passed += weight) > drawn);
  return chosen?.[1]() ?? null;
}

/**
 * DENA for somebody, or for the market where there is nobody else; null if it has none to speak of.
 */
export function sale(
  self: Character,
  sight: Sight,
  buyer: Character | null,
  random: Random,
): Action | null {
  const amount = tens(sight.balance * (0.1 + random.next() * 0.15));
  if (amount <= BROKE) return null;
  const isSelf = buyer === null || buyer.walletAddress === self.walletAddress;
  return { kind: 'sell', asset: 'dena', amount, to: isSelf ? 'the market' : buyer.walletAddress };
}

function saleOfToken(asset: Collection, buyer: Character | null): Action | null {
  return buyer && { kind: 'sell', asset, amount: 1, to: buyer.walletAddress };
}

/**
 * A stake that is just enough to pass the player who passed it; null if nobody did, or it can't.
 */
function answerTo(
  self: Character,
  sight: Sight,
  others: { readonly standings: readonly Standing[]; readonly behind: ReadonlySet<Address> },
): Action | null {
  const passer = others.standings
    .filter(
      ({ walletAddress, gdp }) =>
        gdp > sight.gdp && walletAddress !== self.walletAddress && others.behind.has(walletAddress),
    )
    .toSorted((a, b) => a.gdp - b.gdp)[0];
  const amount = passer ? (passer.gdp - sight.gdp + 1) * sight.rules.denaPerDollar : 0;
  const isPossible = passer && amount <= sight.available && mayStakeMore(sight);
  return isPossible ? { kind: 'stake', asset: 'dena', amount } : null;
}

/**
 * A stake that is just enough to pass the next in the week's race [SEA3]; null if nobody is ahead,
 * or it can't.
 */
function chaseOf(self: Character, sight: Sight, standings: readonly Standing[]): Action | null {
  const own = standings.find(({ walletAddress }) => walletAddress === self.walletAddress);
  const gainedBy = ({ gained = 0 }: Pick<Standing, 'gained'>) => gained;
  const aheadBy = standings
    .map((one) => gainedBy(one) - gainedBy(own ?? {}))
    .filter((dollars) => dollars > 0)
    .toSorted((a, b) => a - b)[0];
  const amount = aheadBy === undefined ? 0 : (aheadBy + 1) * sight.rules.denaPerDollar;
  const isPossible = amount > 0 && amount <= sight.available && mayStakeMore(sight);
  return isPossible ? { kind: 'stake', asset: 'dena', amount } : null;
}

const mayStakeMore = ({ denaStakes, rules }: Sight): boolean =>
  denaStakes < MOST_DENA_STAKES * rules.maxStakesPerKind;

function mayStake({ savesUntil }: Manner, sight: Sight): boolean {
  const { available, balance } = sight;
  return available > BROKE && available >= savesUntil * balance && mayStakeMore(sight);
}

function stakeOf({ stakes: [least, most] }: Manner, sight: Sight, random: Random): Action {
  const { available, balance } = sight;
  const wanted = available * (least + random.next() * (most - least));
  const amount = Math.max(10, tens(Math.min(available, Math.max(wanted, balance * LEAST_PART))));
  return { kind: 'stake', asset: 'dena', amount };
}

function unstakeOf({ unlocked }: Sight, random: Random): Action | null {
  const stake = pick(unlocked, random);
  return stake && { kind: 'unstake', ...stake };
}

function tradeOf({ available, rules }: Sight, random: Random): Action | null {
  const resourceType = random.pick(RESOURCE_TYPES);
  const { tradeStep: step, tradeMax: max } = rules;
  const affordable = (available * TRADE_PART) / tradeCost(resourceType, step, rules);
  const steps = Math.min(max / step, Math.floor(affordable * random.next()) + 1);
  const quantity = steps * step;
  const isAffordable = tradeCost(resourceType, quantity, rules) <= available;
  return isAffordable ? { kind: 'trade', resourceType, quantity } : null;
}

function contributionOf({ resources }: Sight, random: Random): Action | null {
  const resourceType = pick(
    RESOURCE_TYPES.filter((type) => resources[type] > 0),
    random,
  );
  if (resourceType === null) return null;
  return { kind: 'contribute', resourceType, quantity: random.int(1, resources[resourceType]) };
}

function pick<T>(items: readonly T[], random: Random): T | null {
  return items[random.int(0, items.length - 1)] ?? null;
}

function tens(amount: number): number {
  return Math.floor(amount / 10) * 10;
}
