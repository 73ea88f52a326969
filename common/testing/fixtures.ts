/** Players and stakes for the tests of the rules, made by parsing and by the rules themselves. */
import fc from 'fast-check';
import { chooseNation } from '../rules/choose-nation.ts';
import type { Change, PlayerState } from '../rules/decision.ts';
import { address, type Address } from '../values/address.ts';
import { WEI_PER_DENA } from '../values/amount.ts';
import { stakeIdSchema, type StakeId } from '../values/ids.ts';
import type { NationId } from '../values/nations.ts';
import { holdingsSchema, type Holdings } from '../values/player.ts';

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

const NOTHING_HELD = holdingsSchema.parse({ block: 1, denaWei: '0', national: 0, cultural: 0 });

/** The state after a change: what the next command is decided on. */
export function after(state: PlayerState | null, change: Change): PlayerState {
  const changed = new Map(change.stakes.map((stake) => [stake.id, stake]));
  const kept = (state?.stakes ?? []).map((stake) => changed.get(stake.id) ?? stake);
  const known = new Set(kept.map((stake) => stake.id));
  return {
    player: change.player,
    stakes: [...kept, ...change.stakes.filter((stake) => !known.has(stake.id))],
  };
}

/** A player who has just chosen a nation, with what the chain holds for them. */
export function newcomer(nationId: NationId, held: Partial<Holdings> = {}, now = NOW): PlayerState {
  const decision = chooseNation(
    null,
    { wallet: ALICE, nationId },
    { now, holdings: holdings(held) },
  );
  if (!decision.ok || !decision.change) throw new Error('a newcomer may choose any nation');
  return after(null, decision.change);
}

export const anyNation = fc.constantFrom<NationId>('usa', 'italy', 'argentina', 'china');
