/** Random commands by the rules, while the chain's balances change underneath. */
import fc from 'fast-check';
import { contribute } from '../rules/contribute.ts';
import type { Change, Refusal } from '../rules/decision.ts';
import { settleResources } from '../rules/settle-resources.ts';
import { stakeDena } from '../rules/stake-dena.ts';
import { stakeNft } from '../rules/stake-nft.ts';
import { trade } from '../rules/trade.ts';
import { unstake } from '../rules/unstake.ts';
import { unbackedAmounts, verifyHoldings } from '../rules/verify-holdings.ts';
import { NATIONS } from '../values/nations.ts';
import type { Holdings } from '../values/player.ts';
import { RESOURCE_TYPES, type ResourceType } from '../values/resources.ts';
import { STAKE_KINDS } from '../values/stake.ts';
import {
  ALICE,
  BOB,
  dena,
  holdings,
  newestIn,
  NOW,
  type PlayerState,
  rules,
  stakeId,
} from './fixtures.ts';

const collections = { national: ALICE, cultural: BOB };

export type Command =
  | { readonly do: 'stake-dena'; readonly amountWei: bigint }
  | { readonly do: 'stake-nft'; readonly kind: 'national' | 'cultural'; readonly quantity: number }
  | { readonly do: 'unstake'; readonly pick: number }
  | { readonly do: 'trade'; readonly type: ResourceType; readonly tens: number }
  | { readonly do: 'contribute'; readonly type: ResourceType; readonly quantity: number }
  | { readonly do: 'settle' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'chain-moves'; readonly held: Omit<Holdings, 'block'> };

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('stake-dena' as const),
    amountWei: fc.bigInt({ min: 0n, max: dena(2000) }),
  }),
  fc.record({
    do: fc.constant('stake-nft' as const),
    kind: fc.constantFrom('national' as const, 'cultural' as const),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('unstake' as const), pick: fc.nat({ max: 9 }) }),
  fc.record({
    do: fc.constant('trade' as const),
    type: fc.constantFrom(...RESOURCE_TYPES),
    tens: fc.integer({ min: 0, max: 101 }),
  }),
  fc.record({
    do: fc.constant('contribute' as const),
    type: fc.constantFrom(...RESOURCE_TYPES),
    quantity: fc.integer({ min: 0, max: 400 }),
  }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: rules.lockMs }) }),
  fc.record({
    do: fc.constant('chain-moves' as const),
    held: fc.record({
      denaWei: fc.bigInt({ min: 0n, max: dena(5000) }),
      national: fc.nat({ max: 6 }),
      cultural: fc.nat({ max: 6 }),
    }),
  }),
);

/** A player among the balances of its wallet. */
export interface World {
  readonly state: PlayerState;
  readonly now: number;
  readonly chain: Holdings;
}

function decide(world: World, command: Command, index: number): Change | Refusal | null {
  const { state, now, chain } = world;
  const { player } = state;
  const facts = { now, rules, holdings: chain };
  const id = stakeId(`s${index}`);
  const picked = (decision: { ok: true; change: Change } | Refusal) =>
    decision.ok ? decision.change : decision;
  switch (command.do) {
    case 'stake-dena':
      return picked(stakeDena(player, { stakeId: id, amountWei: command.amountWei }, facts));
    case 'stake-nft': {
      const { kind, quantity } = command;
      const tokenId = BigInt(NATIONS[player.nationId].tokenId);
      return picked(
        stakeNft(
          player,
          { stakeId: id, kind, contract: collections[kind], tokenId, quantity },
          { ...facts, collections, token: { imageUrl: '', attributes: [] } },
        ),
      );
    }
    case 'unstake': {
      const chosen = state.stakes[command.pick] ?? null;
      return picked(unstake(player, chosen, { kinds: STAKE_KINDS }, { now, rules }));
    }
    case 'trade':
      return picked(
        trade(player, { resourceType: command.type, quantity: command.tens * 10 }, facts),
      );
    case 'contribute': {
      const { type: resourceType, quantity } = command;
      return picked(
        contribute(player, { resourceType, quantity }, { ...facts, totals: player.contributed }),
      );
    }
    case 'settle':
      return settleResources(player, { now, rules });
    case 'chain-moves': {
      const stakes = newestIn(state, unbackedAmounts(player, chain));
      return verifyHoldings(player, { ...facts, stakes });
    }
    case 'wait':
      return null;
  }
}

/** What a player of this state begins with on chain. */
export const ENDOWED = holdings({ denaWei: dena(3000), national: 3, cultural: 5 });

export function worldOf(state: PlayerState, now = NOW): World {
  return { state, now, chain: ENDOWED };
}

/**
 * The world at the command's moment, and what the command changes; null: nothing, or it is refused.
 */
export function decided(world: World, command: Command, index: number) {
  const at =
    command.do === 'wait'
      ? { ...world, now: world.now + command.ms }
      : command.do === 'chain-moves'
        ? { ...world, chain: { ...command.held, block: world.chain.block + 1 } }
        : world;
  const result = decide(at, command, index);
  return { at, change: result && 'code' in result ? null : result };
}
