/** Players and stakes for the rules' tests, made by parsing and by the rules themselves. */
import fc from 'fast-check';
import { chooseNation } from '../rules/choose-nation.ts';
import type { Change, Refusal } from '../rules/decision.ts';
import { standingOf } from '../rules/gdp.ts';
import { UNCHANGED_RULES } from '../rules/specified.ts';
import type { Unbacked } from '../rules/verify-holdings.ts';
import { address, type Address } from '../values/address.ts';
import { WEI_PER_DENA } from '../values/amount.ts';
import { stakeIdSchema, type StakeId } from '../values/ids.ts';
import { NATION_IDS, type NationId } from '../values/nations.ts';
import type { Holdings, Player } from '../values/player.ts';
import { amountOf, compareStakes, isActive, STAKE_KINDS, type Stake } from '../values/stake.ts';

/** Those by which fixtures are decided. */
export const rules = UNCHANGED_RULES;
export const NOW = Date.UTC(2026, 0, 1);
export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
export const ALICE = address('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const BOB = address('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');

/** The nth wallet; a higher n is a higher address. */
export function walletOf(n: number): Address {
  return address(`0x${n.toString(16).padStart(40, '0')}`);
}

export function stakeId(text: string): StakeId {
  return stakeIdSchema.parse(text);
}

/** Wei of whole DENA. */
export function dena(amount: number | bigint): bigint {
  return BigInt(amount) * WEI_PER_DENA;
}

export function holdings(parts: Partial<Holdings> = {}): Holdings {
  return { ...NOTHING_HELD, ...parts };
}

const NOTHING_HELD: Holdings = { block: 1, denaWei: 0n, national: 0, cultural: 0 };

/** A decision that the rules must not refuse. */
export function accepted<Made extends { readonly ok: true }>(decision: Made | Refusal): Made {
  if (!decision.ok) throw new Error(`the rules refuse a fixture: ${decision.message}`);
  return decision;
}

/** A player and all of its stakes, ended ones included: more than any command receives. */
export interface PlayerState {
  readonly player: Player;
  readonly stakes: readonly Stake[];
}

/** The state after a change: the input of the next command. */
export function after(state: PlayerState | null, change: Change): PlayerState {
  const changed = new Map(change.stakes.map((stake) => [stake.id, stake]));
  const updated = (state?.stakes ?? []).map((stake) => changed.get(stake.id) ?? stake);
  const known = new Set(updated.map((stake) => stake.id));
  return {
    player: change.player,
    stakes: [...updated, ...change.stakes.filter((stake) => !known.has(stake.id))],
  };
}

/** The player's stake with that id, as a command that names it receives it. */
export function stakeIn(state: PlayerState, id: string): Stake | null {
  return state.stakes.find((stake) => stake.id === id) ?? null;
}

/**
 * The newest active stakes of each kind that cover these amounts, as a verification receives them.
 */
export function newestIn(state: PlayerState, amounts: Unbacked): Stake[] {
  const newest = state.stakes.filter(isActive).toSorted(compareStakes);
  return STAKE_KINDS.flatMap((kind) => {
    let missing = amounts[kind];
    return newest.filter((stake) => {
      if (stake.kind !== kind || missing <= 0n) return false;
      missing -= amountOf(stake);
      return true;
    });
  });
}

/**
 * The player with this many active stakes of 1 DENA each, and this many ended ones, each a version
 * and a millisecond younger than the one before.
 */
export function withManyStakes(
  state: PlayerState,
  { active, ended = 0 }: { readonly active: number; readonly ended?: number },
  now = NOW,
): PlayerState {
  const old = (id: string, n: number, version: number, stakeState: Stake['state']): Stake => ({
    id: stakeId(`${id}-${n}`),
    wallet: state.player.wallet,
    kind: 'dena',
    amountWei: dena(1),
    gdpBonus: 0,
    stakedAt: now + n,
    playerVersion: version,
    unstakeableAt: now + n + rules.lockMs,
    state: stakeState,
  });
  const over = { status: 'ended', endedAt: now + rules.lockMs, reason: 'unstaked' } as const;
  const stakes = [
    ...state.stakes,
    ...Array.from({ length: ended }, (_, n) => old('gone', n, n + 1, over)),
    ...Array.from({ length: active }, (_, n) => old('old', n, ended + n + 1, { status: 'active' })),
  ];
  const standing = standingOf(state.player.startingGdp, stakes);
  if (!standing) throw new Error('so many DENA leave the GDP in its range');
  return { player: { ...state.player, standing }, stakes };
}

/** A player who has just chosen a nation, with these holdings on chain. */
export function newcomer(nationId: NationId, held: Partial<Holdings> = {}): PlayerState {
  const decision = chooseNation(
    null,
    { wallet: ALICE, nationId },
    { now: NOW, rules, holdings: holdings(held) },
  );
  if (!decision.ok || !decision.change) throw new Error('a newcomer may choose any nation');
  return after(null, decision.change);
}

export const anyNation = fc.constantFrom(...NATION_IDS);
