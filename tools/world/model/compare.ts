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
  holdingsText,
  productivity,
  take,
  type Purse,
  type Traits,
  type WalletState,
} from './wallet.ts';
import {
  BEGINNING,
  differing,
  figuresIn,
  figuresWith,
  followed,
  isSame,
  SPECIFIED,
  type Figures,
  type InForce,
} from './rules.ts';
import type {
  ConfigAnswer,
  DenaStakeAnswer,
  NftStakeAnswer,
  PlayerAnswer,
  Row,
  RulesSet,
  WireChange,
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
  readonly config: ConfigAnswer;
  /** All that were in force, oldest first, then what is announced. */
  readonly rules: readonly RulesSet[];
  /** Those of them that followed others, oldest first. */
  readonly changes: readonly WireChange[];
}

/** A wallet's balances on chain now, and every balance it ever had. */
export interface OnChain {
  /** No wallet's balances changed after this block; infinite if logs may be missing for good. */
  readonly movedAt: number;
  readonly now: Readonly<Record<'dena' | 'national' | 'cultural', bigint>>;
  readonly ever: Purse;
}

/** Rules, and when they begin. */
export interface RulesThen {
  readonly since: number;
  readonly figures: Figures;
}

export interface Expected {
  readonly operations: readonly Operation[];
  readonly chain: ReadonlyMap<string, OnChain>;
  readonly traits: Map<NationId, Traits>;
  /** Those that rows show are added. */
  readonly orders: Orders;
  readonly rules: {
    readonly changes: readonly (RulesThen & { readonly id: string })[];
    readonly announced: RulesThen | null;
    /** What is wrong with them, in words. */
    readonly wrong: readonly string[];
  };
}

/** @returns every difference, in words. */
export function compare(shown: Shown, expected: Expected, history?: History): string[] {
  const { events, rows, wallets } = shown;
  const { chain, traits, orders } = expected;
  const { operations, stakes, complaints } = settleAccounts(events, expected.operations);
  const states = new Map<string, WalletState>();
  const found = [...complaints, ...wrongRules(shown, expected)];
  const changes = [...shown.changes];
  let rules = BEGINNING;
  for (const event of events) {
    for (; changes[0] && changes[0].id < event.id; changes.shift()) {
      rules = changed(rules, changes[0]);
      history?.pass(changes[0].at);
    }
    found.push(...take(event, states, { stakes, purses: chain, traits, rules }));
    history?.add(event, states, orders);
  }
  const { figures } = changes.reduce(changed, rules);
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
    const right = state ? walletOf(state, order.indexOf(state) + 1, figures) : NOBODY;
    found.push(...differences(wallet, answered, right));
    if (state && answered?.player) found.push(...wrongBacking(answered.player, state, onChain));
  }
  return found;
}

function changed({ figures, ...before }: InForce, { at, detail }: WireChange): InForce {
  const set = Object.fromEntries(detail.changed.map(({ rule, to }) => [rule, to]));
  return followed({ figures, ...before }, figuresWith(figures, set) ?? figures, at);
}

/** The rules that lists show: as operators set them. */
function wrongRules({ rules, changes, config }: Shown, { rules: right }: Expected): string[] {
  let before = SPECIFIED;
  const events = right.changes.map((change) => {
    const detail = differing(before, change.figures).toSorted(byRule);
    before = change.figures;
    return { id: change.id, at: change.since, detail };
  });
  const last = rules.findLast(({ isAnnounced }) => !isAnnounced);
  const inForce = [{ since: rules[0]?.since, figures: SPECIFIED }, ...right.changes];
  return [
    ...right.wrong,
    ...differences(
      'the changes of the rules',
      changes.map(({ id, at, detail }) => ({ id, at, detail: detail.changed.toSorted(byRule) })),
      events,
    ),
    ...differences(
      'GET /api/rules',
      rules.map(({ rules: its, ...set }) => ({ ...set, figures: figuresIn(its) })),
      [
        ...inForce.map(({ since, figures }) => ({ since, figures, isAnnounced: false })),
        ...(right.announced ? [{ ...right.announced, isAnnounced: true }] : []),
      ],
    ),
    ...differences('the rules in force', figuresIn(config.rules), before),
    ...differences('their hash', config.rulesHash, last?.hash),
    ...rules.flatMap(({ hash, rules: its }) =>
      rules.some(
        (other) => (other.hash === hash) !== isSame(figuresIn(its), figuresIn(other.rules)),
      )
        ? [`two sets of rules have the hash ${hash}, or one has two`]
        : [],
    ),
  ];
}

function byRule({ rule: a }: { readonly rule: string }, { rule: b }: { readonly rule: string }) {
  return a < b ? -1 : 1;
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
function walletOf(state: WalletState, rank: number, figures: Figures) {
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
        startingGdp: state.startingGdp,
        denaBalance: denaText(balanceWei),
        denaAvailable: denaText(availableWei(state)),
        contributed,
      },
      resources: {
        ...unitsOf(resources),
        perHour: each((type) => perHour(nationId, productive, type, figures)),
        settledAt: resources.settledAt,
      },
    },
    dena: lists
      .filter(({ stake }) => stake.kind === 'dena')
      .map(({ stake, isActive }) => ({
        ...common(stake, isActive),
        stakedAmount: denaText(stake.amountWei),
        gdpBonus: stake.denaGdp,
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
