/** Compares the whole game at rest, everything every list of a process shows, with the model. */
import { settleAccounts } from './accounts.ts';
import { perHour, unitsOf } from './accrual.ts';
import type { Deed, Stake } from './deed.ts';
import { NATION_IDS, RESOURCES, type Facts, type NationId, type ResourceType } from './facts.ts';
import { denaText } from './money.ts';
import { wrongOrder } from './order.ts';
import { wrongPresident, wrongRanks, type TieMemory, type Ties } from './ranking.ts';
import {
  availableWei,
  copies,
  gdpOfDena,
  productivity,
  replay,
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

export interface Truth {
  readonly facts: Facts;
  readonly deeds: readonly Deed[];
  readonly chain: ReadonlyMap<string, OnChain>;
  readonly ties: TieMemory;
  readonly traits: Map<NationId, Traits>;
}

/** @returns every difference, in words. */
export function compare(shown: Shown, truth: Truth): string[] {
  const { events, rows, wallets } = shown;
  const { facts } = truth;
  const accounts = settleAccounts(events, truth.deeds);
  const complaints = [...accounts.complaints, ...wrongOrder(events, accounts.deedOf)];
  const states: WalletState[] = [];
  for (const [wallet, onChain] of truth.chain) {
    const { state, complaints: wrong } = replay(
      events.filter(({ walletAddress }) => walletAddress === wallet),
      {
        facts,
        stakes: accounts.stakes,
        purse: onChain.ever,
        traits: truth.traits,
      },
    );
    complaints.push(...wrong);
    const told = wallets.get(wallet);
    if (state === null || !told?.player) {
      if (state !== null) complaints.push(`${wallet} has events, but is no player`);
      if (told?.player) complaints.push(`${wallet} is a player without an event`);
      continue;
    }
    states.push(state);
    complaints.push(
      ...wrongPlayer(told.player, state, facts),
      ...wrongBacking(told.player, state, onChain),
    );
    complaints.push(...wrongStakes(told, state, truth).map((words) => `${wallet}: ${words}`));
    const listed = rows.find(({ walletAddress }) => walletAddress === wallet)?.rank;
    complaints.push(
      ...differing(`player-nation of ${wallet}`)('rank', told.player.playerNation.rank, listed),
    );
  }
  const strangers = events.filter(({ walletAddress }) => !truth.chain.has(walletAddress));
  complaints.push(
    ...strangers.map(({ id }) => `event ${id} belongs to a wallet that nobody plays`),
  );
  const ties: Ties = { deedOf: accounts.deedOf, memory: truth.ties };
  return [
    ...complaints,
    ...wrongRows(rows, states, facts, ties),
    ...wrongWorks(events, shown.works, facts),
  ];
}

function wrongPlayer(
  { playerNation: told, resources }: PlayerAnswer,
  state: WalletState,
  facts: Facts,
): string[] {
  const differs = differing(`player-nation of ${state.wallet}`);
  const productive = productivity(state);
  return [
    ...differs('walletAddress', told.walletAddress, state.wallet),
    ...differs('nation', told.nationId, state.nationId),
    ...differs('GDP', told.gdp, state.gdp),
    ...differs('joinedAt', told.joinedAt, state.joinedAt),
    ...differs('denaBalance', told.denaBalance, denaText(state.balanceWei)),
    ...differs('denaAvailable', told.denaAvailable, denaText(availableWei(state))),
    ...RESOURCES.flatMap((type) =>
      differs(`contributed ${type}`, told.contributed[type], state.contributed[type]),
    ),
    ...wrongUnits(`player-nation of ${state.wallet}`, resources, state, resources.settledAt),
    ...RESOURCES.flatMap((type) => {
      const rate = perHour(facts, state.nationId, productive, type);
      const isRight = Math.abs(resources.perHour[type] - rate) < 1e-6 * rate;
      return isRight ? [] : differs(`${type} per hour`, resources.perHour[type], rate);
    }),
  ];
}

/** @param settledAt omitted if the answer does not contain it. */
function wrongUnits(
  what: string,
  told: Readonly<Record<ResourceType, number>>,
  { resources }: WalletState,
  settledAt = resources.settledAt,
): string[] {
  const text = (units: Readonly<Record<ResourceType, number>>, at: number) =>
    `${RESOURCES.map((type) => `${units[type]} ${type}`).join(', ')} at ${at}`;
  const [is, should] = [text(told, settledAt), text(unitsOf(resources), resources.settledAt)];
  return is === should ? [] : [`${what}: ${is}; by the rules ${should}`];
}

/**
 * [CHN1] [NFT4] At rest the last verified balance is the chain's, of a player who stakes or whose transfers are said to
 * be processed, and it covers all stakes.
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

/** Both of a wallet's lists hold each of its stakes once, as answered when they began. */
function wrongStakes(told: ShownWallet, state: WalletState, { facts }: Truth): string[] {
  const tokenId = String(facts.nations[state.nationId].tokenId);
  const text = (fields: object) => JSON.stringify(fields);
  const written = (isActive: boolean) => (stake: Stake) => {
    const { id, kind, stakedAt, unstakeableAt, quantity, km2, hundredths, culturalGdp } = stake;
    const common = { id, wallet: state.wallet, isActive, stakedAt, unstakeableAt };
    if (kind !== 'dena') {
      return text({ ...common, kind, tokenId, quantity, km2, hundredths, culturalGdp });
    }
    const gdp = gdpOfDena(facts, stake.amountWei);
    return text({ ...common, kind, amount: denaText(stake.amountWei), gdp });
  };
  const common = (one: DenaStakeAnswer | NftStakeAnswer) => ({
    id: one.id,
    wallet: one.walletAddress,
    isActive: one.isActive,
    stakedAt: one.stakedAt,
    unstakeableAt: one.unstakeableAt,
  });
  const shown = [
    ...told.dena.map((one) =>
      text({ ...common(one), kind: 'dena', amount: one.stakedAmount, gdp: one.gdpBonus }),
    ),
    ...told.nfts.map((one) =>
      text({
        ...common(one),
        kind: one.nftType === 'museum' ? 'cultural' : 'national',
        tokenId: one.tokenId,
        quantity: one.quantity,
        km2: one.territoryValue,
        hundredths: Math.round(one.productionBonus * 100),
        culturalGdp: one.culturalGdpBonus,
      }),
    ),
  ];
  const right = [
    ...state.active.toReversed().map(written(true)),
    ...[...state.ended.values()].map(written(false)),
  ];
  const [shownSet, rightSet] = [new Set(shown), new Set(right)];
  return [
    ...right.filter((one) => !shownSet.has(one)).map((one) => `its lists lack ${one}`),
    ...shown.filter((one) => !rightSet.has(one)).map((one) => `its lists show ${one}`),
    ...(shown.length === shownSet.size ? [] : ['its lists show a stake twice']),
    ...[told.dena, told.nfts].flatMap((list) =>
      list.some((one, n) => one.isActive && list[n - 1]?.isActive === false)
        ? ['an active stake is listed after an ended one']
        : [],
    ),
  ];
}

function wrongRows(
  rows: readonly Row[],
  states: readonly WalletState[],
  facts: Facts,
  ties: Ties,
): string[] {
  const byWallet = new Map(states.map((state) => [state.wallet, state]));
  const complaints: string[] = [];
  if (rows.length !== states.length) {
    complaints.push(`the leaderboard has ${rows.length} rows for ${states.length} players [LB3]`);
  }
  const ranked: WalletState[] = [];
  for (const [place, row] of rows.entries()) {
    const differs = differing(`leaderboard, ${row.walletAddress}`);
    const state = byWallet.get(row.walletAddress);
    if (!state) {
      complaints.push(`the leaderboard has a row for ${row.walletAddress}, which does not play`);
      continue;
    }
    ranked.push(state);
    const holdings = state.balanceWei - state.spentWei;
    complaints.push(
      ...differs('rank', row.rank, place + 1),
      ...differs('name', row.name, state.name),
      ...differs('nation', row.nationId, state.nationId),
      ...differs('nationName', row.nationName, facts.nations[state.nationId].name),
      ...differs('GDP', row.gdp, state.gdp),
      ...differs('gdpSince', row.gdpSince, state.gdpSince.at),
      ...differs('denaHoldings', row.denaHoldings, denaText(holdings > 0n ? holdings : 0n)),
      ...wrongUnits(`leaderboard, ${row.walletAddress}`, row.resources, state),
    );
  }
  // Rows and events of two moments say nothing of ties.
  if (complaints.length > 0) return complaints;
  complaints.push(...wrongRanks('ranks', ranked, ({ gdp, gdpSince }) => [gdp, gdpSince], ties));
  for (const nationId of NATION_IDS) {
    const own = rows.filter((row) => row.nationId === nationId);
    const told = own.map((row) => `${row.presidentWallet} ${row.presidentStakedCount}`);
    if (new Set(told).size > 1) complaints.push(`the rows of ${nationId} name two presidents`);
    const [first] = own;
    if (!first) continue;
    const president = { wallet: first.presidentWallet, count: first.presidentStakedCount };
    complaints.push(...wrongPresident(nationId, president, states, ties));
  }
  return complaints;
}

function differing(where: string) {
  return (what: string, told: unknown, right: unknown): string[] =>
    told === right ? [] : [`${where}: ${what} is ${String(told)}; by the rules ${String(right)}`];
}
