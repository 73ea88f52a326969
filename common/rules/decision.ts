/** The result of a command: a change to commit, or a refusal that tells the player the remedy. */
import type { EventDetail, EventDraft, EventFacts, EventKind } from '../values/stored-event.ts';
import type { Holdings, Player } from '../values/player.ts';
import type { RulesInForce } from '../values/rules.ts';
import type { NftStake, Stake } from '../values/stake.ts';
import { standingAfter, type StakeChange } from './gdp.ts';
import { boardRow } from './ranking.ts';
import { seasonAfter } from './season.ts';

/** What a command is decided on, beside its player. */
export interface Facts {
  readonly now: number;
  /** Those in force. */
  readonly rules: RulesInForce;
}

/** The same, of a command that rests on the chain. */
export interface ChainFacts extends Facts {
  readonly holdings: Holdings;
}

/** One atomic write: the player's next version, new and changed stakes, and the event. */
export interface Change {
  readonly player: Player;
  readonly stakes: readonly Stake[];
  readonly event: EventDraft;
  /** [ORD1] Its number in the order of commits; absent until the engine assigns one. */
  readonly order?: number;
}

export type RefusalCode =
  | 'no-nation'
  | 'no-such-player'
  | 'nation-chosen-already'
  | 'amount-not-positive'
  | 'insufficient-dena'
  | 'gdp-out-of-range'
  | 'wrong-nft'
  | 'metadata-unavailable'
  | 'metadata-unusable'
  | 'not-owner'
  | 'insufficient-nfts'
  | 'price-changed'
  | 'quantity-not-tradable'
  | 'quantity-not-whole'
  | 'insufficient-resources'
  | 'resource-not-needed'
  | 'more-than-needed'
  | 'work-finished'
  | 'no-such-stake'
  | 'stake-locked'
  | 'stake-ended'
  | 'too-many-stakes';

export interface Refusal<Code = RefusalCode> {
  readonly ok: false;
  readonly code: Code;
  /** A sentence fit for the player: what is wrong, then what to do about it. */
  readonly message: string;
}

export type Decision<Accepted = object> =
  ({ readonly ok: true; readonly change: Change } & Accepted) | Refusal;

export function refuse(code: RefusalCode, message: string): Refusal {
  return { ok: false, code, message };
}

export const NO_NATION = refuse('no-nation', 'Choose a nation first: this wallet has none yet.');

export const NO_SUCH_PLAYER = refuse('no-such-player', 'This wallet has not chosen a nation yet.');

export const GDP_OUT_OF_RANGE = refuse(
  'gdp-out-of-range',
  'That would take the GDP past the largest figure the game can hold. Stake less.',
);

/** What a command changes; omitted fields stay unchanged. */
interface Step {
  readonly kind: EventKind;
  readonly detail: EventDetail;
  /** Stakes that begin or end. */
  readonly stakes?: readonly StakeChange[];
  readonly patch?: Partial<
    Pick<Player, 'name' | 'holdings' | 'spentWei' | 'resources' | 'contributed'>
  >;
}

/**
 * The change that a step makes: the next version, the standing after its stake changes [GDP1], and
 * when the GDP and the count last changed. Null if the GDP would leave its range.
 */
export function changeBy(player: Player, step: Step, now: number): Change | null {
  const changed = step.stakes ?? [];
  const standing = standingAfter(player, changed);
  if (!standing) return null;
  const isGdpSame = standing.gdp === player.standing.gdp;
  const isCountSame = standing.culturalCount === player.standing.culturalCount;
  const next: Player = {
    ...player,
    ...step.patch,
    version: player.version + 1,
    standing,
    gdpSince: isGdpSame ? player.gdpSince : now,
    culturalSince: isCountSame ? player.culturalSince : now,
    // A placeholder for the order number, until `inOrder` sets it.
    gdpOrder: isGdpSame ? player.gdpOrder : now,
    culturalOrder: isCountSame ? player.culturalOrder : now,
    season: seasonAfter(player.season, { at: now, gdp: standing.gdp }),
  };
  return {
    player: next,
    stakes: changed.map(({ after }) => after),
    event: {
      at: now,
      kind: step.kind,
      gdpBefore: player.standing.gdp,
      detail: step.detail,
      row: boardRow(next),
      rank: null,
      facts: factsOf(next.version, step.patch?.holdings, changed),
    },
  };
}

/** What the ledger needs of a commit. @param holdings undefined: the commit rests on none. */
export function factsOf(
  version: number,
  holdings: Holdings | undefined,
  changed: readonly StakeChange[],
): EventFacts {
  const [begun] = changed.flatMap(({ before, after }) => (before ? [] : [after]));
  const ended = changed.flatMap(({ before, after }) => (before ? [after.playerVersion] : []));
  return {
    version,
    ...(holdings && {
      holdings: {
        block: holdings.block,
        national: holdings.national,
        cultural: holdings.cultural,
      },
    }),
    ...(begun && begun.kind !== 'dena' && { token: tokenFacts(begun) }),
    ...(ended.length > 0 && { ended }),
  };
}

/** The token of a stake, and its traits as they were frozen [NFT1, NFT2]. */
function tokenFacts(stake: NftStake): NonNullable<EventFacts['token']> {
  const id = stake.tokenId.toString();
  if (stake.kind === 'cultural') return { id, culturalGdpBonus: stake.culturalGdpBonus };
  const { territoryKm2, productionHundredths } = stake;
  return { id, territoryKm2, productionHundredths };
}

/**
 * [ORD1] The change with its number in the order of commits. The player and the event's row get the
 * number if the change altered the GDP or the number of cultural NFTs.
 * @param before the player that it was computed from; null for one who joins.
 */
export function inOrder(change: Change, before: Player | null, order: number): Change {
  const { standing } = change.player;
  const isGdpSame = before?.standing.gdp === standing.gdp;
  const isCountSame = before?.standing.culturalCount === standing.culturalCount;
  const orders = {
    gdpOrder: before && isGdpSame ? before.gdpOrder : order,
    culturalOrder: before && isCountSame ? before.culturalOrder : order,
  };
  return {
    ...change,
    order,
    player: { ...change.player, ...orders },
    event: { ...change.event, row: { ...change.event.row, ...orders } },
  };
}
