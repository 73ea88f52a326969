/** Compares the whole game at rest, everything every list of a process shows, with the model. */
import { settleAccounts, wrongOrder } from './accounts.ts';
import { perHour, unitsOf } from './accrual.ts';
import type { Operation, Stake } from './operation.ts';
import { differences } from './differences.ts';
import { denaText, each, FACTS, type NationId } from './facts.ts';
import type { History } from './history.ts';
import { learn, presidentOf, ranked, type Orders } from './ranking.ts';
import {
  availableWei,
  copies,
  gdpOfDena,
  holdingsText,
  productivity,
  take,
  type Purse,
  type Traits,
  type WalletState,
} from './wallet.ts';
import type {
  DenaStakeAnswer,
  NftStakeAnswer,
  PlayerAnswer,
  Row,
  WireEvent,
  WorkAnswer,
} from './wire.ts';
import { wrongWorks } from './works.ts';

/** What one process answers about a wallet. */
export interface ShownWallet {
  /** Null for a 404: it has no nation. */
  readonly player: PlayerAnswer | null;
  readonly dena: readonly DenaStakeAnswer[];
  readonly nfts: readonly NftStakeAnswer[];
}

export interface Shown {
  /** Oldest first. */
  readonly events: readonly WireEvent[];
  readonly rows: readonly Row[];
  readonly wallets: ReadonlyMap<string, ShownWallet>;
  readonly works: readonly WorkAnswer[];
}

/** A wallet's balances on chain now, and every balance it ever had. */
export interface OnChain {
  /** No wallet's balances changed after this block; infinite if logs may be missing for good. */
  readonly movedAt: number;
  readonly now: Readonly<Record<'dena' | 'national' | 'cultural', bigint>>;
  readonly ever: Purse;
}

export interface Expected {
  readonly operations: readonly Operation[];
  readonly chain: ReadonlyMap<string, OnChain>;
  readonly traits: Map<NationId, Traits>;
  /** Those that rows show are added. */
  readonly orders: Orders;
}

/** @returns every difference, in words. */
export function compare(shown: Shown, expected: Expected, history?: History): string[] {
  const { events, rows, wallets } = shown;
  const { chain, traits, orders } = expected;
  const { operations, stakes, complaints } = settleAccounts(events, expected.operations);
  const states = new Map<string, WalletState>();
  const replaying = { stakes, purses: chain, traits };
  const found = [...complaints];
  for (const event of events) {
    found.push(...take(event, states, replaying));
    history?.add(event, states, orders);
  }
  found.push(...learn(orders, rows, states));
  const order = ranked(states.values(), orders);
  const numbered = [...operations].filter(([id]) => orders.has(id));
  numbered.sort(([one], [other]) => (orders.get(one) ?? 0) - (orders.get(other) ?? 0));
  found.push(
    ...wrongOrder(numbered.map(([, operation]) => operation)),
    ...differences(
      'the leaderboard',
      rows,
      order.map((state, place) => ({
        ...rowOf(state, place + 1),
        ...presidentOf(state.nationId, order, orders),
      })),
    ),
    ...wrongWorks(events, shown.works),
  );
  for (const [wallet, onChain] of chain) {
    const state = states.get(wallet);
    const answered = wallets.get(wallet);
    const right = state ? walletOf(state, order.indexOf(state) + 1) : NOBODY;
    found.push(...differences(wallet, answered, right));
    if (state && answered?.player) found.push(...wrongBacking(answered.player, state, onChain));
  }
  return found;
}

const NOBODY: ShownWallet = { player: null, dena: [], nfts: [] };

function rowOf(state: WalletState, rank: number) {
  const { wallet, nationId, name, gdp, gdpSince, resources } = state;
  return {
    rank,
    nationId,
    nationName: FACTS.nations[nationId].name,
    walletAddress: wallet,
    name,
    gdp,
    gdpSince: gdpSince.at,
    denaHoldings: holdingsText(state),
    resources: unitsOf(resources),
  };
}

/** Both lists have the active stakes, then the ended ones, each newest first. */
function walletOf(state: WalletState, rank: number) {
  const { wallet, nationId, gdp, joinedAt, balanceWei, contributed, resources } = state;
  const productive = productivity(state);
  const newest = state.begun.toReversed();
  const lists = [true, false].flatMap((isActive) =>
    newest
      .filter((stake) => state.active.includes(stake) === isActive)
      .map((stake) => ({ stake, isActive })),
  );
  const common = ({ id, stakedAt, unstakeableAt }: Stake, isActive: boolean) => ({
    id,
    walletAddress: wallet,
    isActive,
    stakedAt,
    unstakeableAt,
  });
  return {
    player: {
      playerNation: {
        walletAddress: wallet,
        nationId,
        gdp,
        rank,
        joinedAt,
        denaBalance: denaText(balanceWei),
        denaAvailable: denaText(availableWei(state)),
        contributed,
      },
      resources: {
        ...unitsOf(resources),
        perHour: each((type) => perHour(nationId, productive, type)),
        settledAt: resources.settledAt,
      },
    },
    dena: lists
      .filter(({ stake }) => stake.kind === 'dena')
      .map(({ stake, isActive }) => ({
        ...common(stake, isActive),
        stakedAmount: denaText(stake.amountWei),
        gdpBonus: gdpOfDena(stake.amountWei),
      })),
    nfts: lists
      .filter(({ stake }) => stake.kind !== 'dena')
      .map(({ stake, isActive }) => ({
        ...common(stake, isActive),
        tokenId: String(FACTS.nations[nationId].tokenId),
        quantity: stake.quantity,
        nftType: stake.kind === 'cultural' ? 'museum' : 'national',
        territoryValue: stake.km2,
        productionBonus: stake.hundredths / 100,
        culturalGdpBonus: stake.culturalGdp,
      })),
  };
}

/**
 * [CHN1] [NFT4] At rest the last verified balance is the chain's, of a player who stakes or whose
 * transfers are said to be processed, and it covers all stakes.
 */
function wrongBacking(
  { playerNation: { holdings } }: PlayerAnswer,
  state: WalletState,
  { now, movedAt }: OnChain,
): string[] {
  const { wallet, balanceWei } = state;
  const isFollowed = state.active.length > 0 || (holdings?.block ?? 0) >= movedAt;
  const complaints =
    balanceWei === now.dena || !isFollowed
      ? []
      : [
          `${wallet} holds ${denaText(now.dena)} DENA on chain, ${denaText(balanceWei)} are verified`,
        ];
  for (const kind of ['national', 'cultural'] as const) {
    const staked = copies(state, kind);
    if (BigInt(staked) > now[kind]) {
      complaints.push(`${wallet} stakes ${staked} ${kind} NFTs and holds ${now[kind]} [NFT4]`);
    }
  }
  return complaints;
}
