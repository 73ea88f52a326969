/**
 * Wallets by the rules: their events in order. Each must be what RULES.md makes of the state before
 * it and the operation behind it. Longer than other files, since the kinds of events are one list.
 */
import {
  bought,
  given,
  nothingSince,
  unitsOf,
  settledUpTo,
  type Productivity,
  type Settled,
} from './accrual.ts';
import type { Stake } from './operation.ts';
import {
  denaText,
  KINDS,
  wei,
  WEI,
  type NationId,
  type ResourceType,
  type StakeKind,
} from './facts.ts';
import type { Figures, InForce } from './rules.ts';
import type { WireEvent } from './wire.ts';
import { more } from './works.ts';

/** Every balance that a wallet ever had, on any branch of the chain. */
export interface Purse {
  readonly dena: ReadonlySet<bigint>;
  readonly national: ReadonlySet<bigint>;
  readonly cultural: ReadonlySet<bigint>;
}

/** [NFT1] Of a national NFT, per copy. */
export interface Traits {
  readonly km2: number;
  readonly hundredths: number;
}

export interface WalletState {
  readonly wallet: string;
  readonly nationId: NationId;
  readonly joinedAt: number;
  /** [NAT1] As it was then. */
  readonly startingGdp: number;
  /** [NAM1] As last checked. */
  name: string | null;
  gdp: number;
  /** The event that reached that GDP, and the one that reached its number of cultural NFTs. */
  gdpSince: WireEvent;
  culturalSince: WireEvent;
  balanceWei: bigint;
  spentWei: bigint;
  /** In the order in which they began; the ended ones too, then those that are active. */
  begun: Stake[];
  active: Stake[];
  /** [ACC1] As of the last settlement. */
  resources: Settled;
  /** [WRK1] */
  contributed: Readonly<Record<ResourceType, number>>;
}

interface Replaying {
  /** By id, as received in answers. */
  readonly stakes: ReadonlyMap<string, Stake>;
  readonly purses: ReadonlyMap<string, { readonly ever: Purse }>;
  /**
   * The traits from metadata. Without metadata, the first stake's traits are cached here: all
   * copies are equal.
   */
  readonly traits: Map<NationId, Traits>;
  /** By which the next event was decided. */
  readonly rules: InForce;
}

function stakedWei({ active }: WalletState): bigint {
  return active.reduce((sum, { amountWei }) => sum + amountWei, 0n);
}

export function copies({ active }: WalletState, kind: StakeKind): number {
  return active.reduce((sum, stake) => sum + (stake.kind === kind ? stake.quantity : 0), 0);
}

export function productivity({ active }: WalletState): Productivity {
  const sum = (of: 'hundredths' | 'km2') =>
    active.reduce((total, stake) => total + stake[of] * stake.quantity, 0);
  return { hundredths: sum('hundredths'), km2: sum('km2') };
}

/** [GDP1] Of one stake, floored by itself. */
function gdpOfDena(amountWei: bigint, { denaPerDollar }: Figures): number {
  return Number(amountWei / (BigInt(denaPerDollar) * WEI));
}

/** [GDP1] */
function gdpOf({ startingGdp, active }: WalletState): number {
  const hundredths = active.reduce((sum, stake) => sum + stake.hundredths * stake.quantity, 0);
  const production = (BigInt(startingGdp) * BigInt(hundredths)) / 100n;
  const cultural = active.reduce((sum, stake) => sum + stake.culturalGdp * stake.quantity, 0);
  const dena = active.reduce((sum, stake) => sum + stake.denaGdp, 0);
  return startingGdp + Number(production) + cultural + dena;
}

/** [DEN1] */
export function availableWei(state: WalletState): bigint {
  const left = state.balanceWei - stakedWei(state) - state.spentWei;
  return left > 0n ? left : 0n;
}

/** [LB1] What a list shows of it. */
export function holdingsText({ balanceWei, spentWei }: WalletState): string {
  return denaText(balanceWei > spentWei ? balanceWei - spentWei : 0n);
}

/**
 * Takes the next event of all.
 * @param states of the wallets that have a nation; changed.
 * @returns what is wrong with it, in words.
 */
export function take(
  event: WireEvent,
  states: Map<string, WalletState>,
  replaying: Replaying,
): string[] {
  const complaints: string[] = [];
  const { walletAddress: wallet } = event;
  const complain = (words: string) => {
    complaints.push(`${wallet} ${event.kind} ${event.id}: ${words}`);
  };
  const purse = replaying.purses.get(wallet)?.ever;
  if (!purse) {
    complain('belongs to a wallet that nobody plays');
    return complaints;
  }
  let state = states.get(wallet);
  if (!state) {
    if (event.kind !== 'nation-chosen') complain('comes before a nation was chosen');
    state = joined(event, replaying.rules, complain);
    states.set(wallet, state);
  } else if (event.kind === 'nation-chosen') complain('a nation is chosen twice [NAT3]');
  else step(state, event, { ...replaying, purse }, complain);
  if (event.gdpAfter !== state.gdp) {
    complain(`says that the GDP was ${event.gdpAfter} after it; by the rules ${state.gdp}`);
  }
  const balance = wei(event.denaBalance);
  // If the chain does not answer, a nation is chosen with a balance of 0 [NAT3].
  const isUnread = event.kind === 'nation-chosen' && balance === 0n;
  if (!isUnread && !purse.dena.has(balance)) {
    complain(`says a balance of ${event.denaBalance} DENA, which the wallet never had`);
  }
  return complaints;
}

function joined(
  event: WireEvent,
  { figures }: InForce,
  complain: (words: string) => void,
): WalletState {
  const startingGdp = figures[`startingGdp.${event.nationId}`];
  if (event.name !== null) complain('has a name from the beginning [NAM1]');
  if (event.gdpBefore !== 0) complain(`says that the GDP was ${event.gdpBefore} before it`);
  return {
    wallet: event.walletAddress,
    nationId: event.nationId,
    joinedAt: event.at,
    name: event.name,
    startingGdp,
    gdp: startingGdp,
    gdpSince: event,
    culturalSince: event,
    balanceWei: wei(event.denaBalance),
    spentWei: 0n,
    begun: [],
    active: [],
    resources: nothingSince(event.at),
    contributed: { wood: 0, oil: 0, food: 0, technology: 0 },
  };
}

/** [ACC1] Events that settle at the rates in force until then. */
const SETTLING: ReadonlySet<WireEvent['kind']> = new Set<WireEvent['kind']>([
  'national-staked',
  'museum-staked',
  'national-unstaked',
  'stakes-unbacked',
  'holdings-verified',
  'resources-settled',
  'contributed',
]);

function step(
  state: WalletState,
  event: WireEvent,
  replaying: Replaying & { readonly purse: Purse },
  complain: (words: string) => void,
): void {
  const { stakes, purse, rules } = replaying;
  const { nationId } = state;
  if (event.nationId !== nationId) complain(`has another nation than ${nationId}`);
  if (event.gdpBefore !== state.gdp) {
    complain(`says that the GDP was ${event.gdpBefore} before it; by the rules ${state.gdp}`);
  }
  if (event.kind !== 'name-checked' && event.name !== state.name) {
    complain(`says the name ${event.name}; it was ${state.name}`);
  }
  const cultural = copies(state, 'cultural');
  const before = productivity(state);
  const balanceBefore = state.balanceWei;
  state.balanceWei = wei(event.denaBalance);
  const ids = event.detail.stakeIds ?? [];
  const known = ids.flatMap((id) => stakes.get(id) ?? []);
  if (known.length < ids.length) complain(`names a stake that no answer contained: ${ids.join()}`);

  switch (event.kind) {
    case 'dena-staked':
    case 'national-staked':
    case 'museum-staked':
      for (const stake of known) begin(state, stake, event, replaying, complain);
      break;
    case 'dena-unstaked':
    case 'national-unstaked':
    case 'museum-unstaked':
      for (const stake of known) {
        end(state, stake, complain);
        sayAsMuch(stake, event, complain);
        if (event.at < stake.unstakeableAt) complain('ends a stake that is locked [LCK1]');
      }
      if (state.balanceWei !== balanceBefore) complain('an unstake reads no balance [CHN2]');
      break;
    case 'traded':
      trade(state, event, rules.figures, complain);
      break;
    case 'stakes-unbacked':
      for (const words of unbackedComplaints(state, known, purse)) complain(words);
      for (const stake of known) end(state, stake, complain);
      break;
    case 'resources-settled':
      if (state.balanceWei !== balanceBefore) complain('a settlement reads no balance');
      break;
    case 'holdings-verified':
      if (stakedWei(state) > 0n && stakedWei(state) + state.spentWei > state.balanceWei) {
        complain('leaves DENA stakes that nothing backs [CHN1]');
      }
      break;
    case 'name-checked':
      if (state.balanceWei !== balanceBefore) complain('a check of a name reads no balance [NAM1]');
      if (event.name === state.name) complain('commits the name that was already known [NAM1]');
      state.name = event.name;
      break;
    case 'contributed':
      if (state.balanceWei !== balanceBefore) complain('a contribution reads no balance');
      break;
    case 'nation-chosen':
      break;
  }

  if (SETTLING.has(event.kind)) {
    state.resources = settledUpTo(nationId, before, state.resources, { at: event.at, rules });
  }
  const { resourceType, quantity } = event.detail;
  if (event.kind === 'traded' && resourceType && quantity !== undefined) {
    state.resources = bought(state.resources, resourceType, quantity);
  }
  if (event.kind === 'contributed' && resourceType && quantity !== undefined) {
    if (quantity < 1 || quantity > unitsOf(state.resources)[resourceType]) {
      complain('gives more than there was [WRK1]');
    }
    state.resources = given(state.resources, resourceType, quantity);
    state.contributed = more(state.contributed, resourceType, quantity);
  }
  const gdp = gdpOf(state);
  if (gdp !== state.gdp) state.gdpSince = event;
  state.gdp = gdp;
  if (copies(state, 'cultural') !== cultural) state.culturalSince = event;
}

function begin(
  state: WalletState,
  stake: Stake,
  event: WireEvent,
  { purse, traits, rules: { figures } }: Replaying & { readonly purse: Purse },
  complain: (words: string) => void,
): void {
  if (state.begun.some(({ id }) => id === stake.id)) {
    complain(`begins ${stake.id} a second time`);
  }
  if (event.at !== stake.stakedAt) complain('and its answer disagree about its time');
  if (stake.unstakeableAt !== stake.stakedAt + figures.lockMs) complain('has another lock [LCK1]');
  const alike = state.active.filter(({ kind }) => kind === stake.kind);
  if (alike.length >= figures.maxStakesPerKind) complain('is one stake too many [STK1]');
  sayAsMuch(stake, event, complain);
  if (stake.kind === 'dena') {
    if (stake.denaGdp !== gdpOfDena(stake.amountWei, figures)) {
      complain(`adds $${stake.denaGdp} [GDP1]`);
    }
    if (stake.amountWei > availableWei(state)) {
      complain(`stakes more than the ${denaText(availableWei(state))} DENA available [DEN1]`);
    }
  } else {
    if (!isWorth(state.nationId, stake, traits, figures))
      complain('has the wrong value [NFT1, NFT2]');
    const most = [...purse[stake.kind]].reduce((a, b) => (a > b ? a : b), 0n);
    if (BigInt(copies(state, stake.kind) + stake.quantity) > most) {
      complain('stakes more copies than the wallet ever held [NFT4]');
    }
  }
  state.begun.push(stake);
  state.active.push(stake);
}

/** What an event says of its one stake. */
function sayAsMuch(
  { kind, amountWei, quantity }: Stake,
  { detail }: WireEvent,
  complain: (words: string) => void,
): void {
  const isRight =
    kind === 'dena' ? wei(detail.amount ?? '0') === amountWei : detail.quantity === quantity;
  if (!isRight) complain('says another amount');
}

/** [NFT1] [NFT2] Whether a copy adds what it should. */
function isWorth(
  nationId: NationId,
  { kind, km2, hundredths, culturalGdp }: Stake,
  traits: Map<NationId, Traits>,
  figures: Figures,
): boolean {
  const isBare = km2 === 0 && hundredths === 0;
  if (kind === 'cultural') return isBare && culturalGdp === figures[`culturalGdpBonus.${nationId}`];
  const known = traits.get(nationId);
  traits.set(nationId, known ?? { km2, hundredths });
  const isWithin = km2 >= 100 && km2 <= 600 && hundredths >= 10 && hundredths <= 60;
  const isSame = !known || (known.km2 === km2 && known.hundredths === hundredths);
  return culturalGdp === 0 && isWithin && isSame;
}

function end(state: WalletState, stake: Stake, complain: (words: string) => void): void {
  const place = state.active.indexOf(stake);
  if (place === -1) complain(`ends ${stake.id}, which is not active [LCK2]`);
  else state.active.splice(place, 1);
}

/** [TRD1] */
function trade(
  state: WalletState,
  { detail }: WireEvent,
  figures: Figures,
  complain: (words: string) => void,
): void {
  const { resourceType, quantity = 0, amount = '0' } = detail;
  const cost = resourceType ? BigInt(figures[`tradePrices.${resourceType}`] * quantity) * WEI : 0n;
  if (!isTradable(quantity, figures)) complain('buys a quantity that is not to be had [TRD1]');
  if (wei(amount) !== cost) complain(`costs ${amount} DENA; by the rules ${denaText(cost)}`);
  if (cost > availableWei(state)) complain('spends more than was available [DEN1]');
  state.spentWei += cost;
}

/** [TRD1] */
export function isTradable(quantity: number, { tradeStep, tradeMax }: Figures): boolean {
  return quantity >= tradeStep && quantity <= tradeMax && quantity % tradeStep === 0;
}

/** The stakes that must end for the balance to cover the rest: newest first, and only whole. */
function beyond(newest: readonly Stake[], balance: bigint): Stake[] {
  const size = ({ kind, amountWei, quantity }: Stake) =>
    kind === 'dena' ? amountWei : BigInt(quantity);
  const staked = newest.reduce((sum, stake) => sum + size(stake), 0n);
  let over = staked - (balance > 0n ? balance : 0n);
  return newest.filter((stake) => {
    if (over <= 0n) return false;
    over -= size(stake);
    return true;
  });
}

/**
 * [CHN1] The newest stakes of each kind end, whole, until a balance that the wallet had backs the
 * rest.
 */
function unbackedComplaints(state: WalletState, ended: readonly Stake[], purse: Purse): string[] {
  return KINDS.flatMap((kind) => {
    const active = state.active.toReversed().filter((stake) => stake.kind === kind);
    const endedIds = ids(ended.filter((stake) => stake.kind === kind));
    if (kind === 'dena') {
      const right = ids(beyond(active, state.balanceWei - state.spentWei));
      return endedIds === right
        ? []
        : [`ends the DENA stakes ${endedIds || '–'}; by the rules ${right || '–'}`];
    }
    const isRight = [...purse[kind]].some((balance) => ids(beyond(active, balance)) === endedIds);
    return isRight ? [] : [`ends the ${kind} stakes ${endedIds}, which no balance explains`];
  });
}

function ids(stakes: readonly Stake[]): string {
  return stakes
    .map(({ id }) => id)
    .toSorted()
    .join();
}
