/**
 * The one replay of a player's commits: what a leaf says was done, decided again by the rules that
 * decided it first. Both audits use it, on leaves of the stored events and on those of a ledger.
 */
import type { PlayerLeaf } from '../../common/ledger/leaf.ts';
import { chooseNation } from '../../common/rules/choose-nation.ts';
import { contribute } from '../../common/rules/contribute.ts';
import { changeBy, inOrder, type Change, type Refusal } from '../../common/rules/decision.ts';
import { settleResources } from '../../common/rules/settle-resources.ts';
import { stakeDena } from '../../common/rules/stake-dena.ts';
import { stakeNft } from '../../common/rules/stake-nft.ts';
import { trade } from '../../common/rules/trade.ts';
import { unstake } from '../../common/rules/unstake.ts';
import { verifyHoldings } from '../../common/rules/verify-holdings.ts';
import { address } from '../../common/values/address.ts';
import { stakeIdSchema } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../../common/values/nft-bounds.ts';
import type { Holdings, Player } from '../../common/values/player.ts';
import type { ResourceUnits } from '../../common/values/resources.ts';
import type { RulesInForce } from '../../common/values/rules.ts';
import { isActive, type Stake, type StakeKind } from '../../common/values/stake.ts';

type LeafOf<Kind extends PlayerLeaf['kind']> = Extract<PlayerLeaf, { readonly kind: Kind }>;

/** The rules forbid a leaf: a sentence. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/** A player after some of their commits. */
export interface ReplayedPlayer {
  readonly player: Player;
  /** The active stakes, by the versions that began them. */
  readonly stakes: Map<number, Stake>;
}

/**
 * Which contracts they are doesn't matter to the rules: a leaf's token is of the collection that
 * its kind names.
 */
const COLLECTIONS = {
  national: address(`0x${'1'.repeat(40)}`),
  cultural: address(`0x${'2'.repeat(40)}`),
};

/** Of a commit, beside its player. */
interface Circumstances {
  /** By which it was decided. */
  readonly rules: RulesInForce;
  /** What a nation's players had contributed when it was decided, at least. */
  readonly totals: (nationId: NationId) => ResourceUnits;
}

/**
 * @param before null: the wallet has not joined.
 * @throws Forbidden
 */
export function changeOf(
  leaf: PlayerLeaf,
  before: ReplayedPlayer | null,
  under: Circumstances,
): Change {
  const { wallet, at: now } = leaf;
  const due = (before?.player.version ?? 0) + 1;
  if (leaf.version !== due) {
    throw new Forbidden(
      `It says that it is commit ${leaf.version} of its player, whose next one is ${due}.`,
    );
  }
  if (leaf.kind === 'nation-chosen') {
    const facts = { now, rules: under.rules, holdings: holdingsIn(leaf.holdings, null) };
    const decision = chooseNation(before?.player ?? null, { wallet, nationId: leaf.nation }, facts);
    if (decision.ok && !decision.change) throw new Forbidden('Its player has that nation already.');
    return inOrder(accepted(decision), null, leaf.order);
  }
  if (!before) throw new Forbidden('Its wallet has not chosen a nation.');
  const change = decided(leaf, before, under);
  const isChanged = change.player.standing.gdp !== before.player.standing.gdp;
  const order = 'order' in leaf ? leaf.order : undefined;
  if (isChanged !== (order !== undefined)) {
    throw new Forbidden(
      isChanged
        ? 'It changes the GDP and has no order number.'
        : 'It has an order number and leaves the GDP as it was.',
    );
  }
  return inOrder(change, before.player, order ?? 0);
}

/** The player after a change. @param before taken over: don't use it again. */
export function applied({ player, stakes }: Change, before: ReplayedPlayer | null): ReplayedPlayer {
  const active = before?.stakes ?? new Map<number, Stake>();
  for (const stake of stakes) {
    if (isActive(stake)) active.set(stake.playerVersion, stake);
    else active.delete(stake.playerVersion);
  }
  return { player, stakes: active };
}

function decided(
  leaf: Exclude<PlayerLeaf, LeafOf<'nation-chosen'>>,
  before: ReplayedPlayer,
  { rules, totals }: Circumstances,
): Change {
  const facts = { now: leaf.at, rules };
  const { player } = before;
  switch (leaf.kind) {
    case 'dena-staked': {
      const command = { stakeId: idOf(leaf.version), amountWei: BigInt(leaf.amount) };
      const holdings = holdingsIn(leaf.holdings, player);
      return accepted(stakeDena(player, command, { ...facts, holdings }));
    }
    case 'national-staked':
    case 'museum-staked':
      return nftStaked(leaf, player, rules);
    case 'dena-unstaked':
      return unstaked(leaf, 'dena', before, rules);
    case 'national-unstaked':
      return unstaked(leaf, 'national', before, rules);
    case 'museum-unstaked':
      return unstaked(leaf, 'cultural', before, rules);
    case 'stakes-unbacked':
    case 'holdings-verified':
      return verified(leaf, before, rules);
    case 'traded': {
      const order = {
        resourceType: leaf.resource,
        quantity: leaf.quantity,
        shownCostWei: BigInt(leaf.amount),
      };
      const holdings = holdingsIn(leaf.holdings, player);
      return accepted(trade(player, order, { ...facts, holdings }));
    }
    case 'contributed': {
      const command = { resourceType: leaf.resource, quantity: leaf.quantity };
      return accepted(contribute(player, command, { ...facts, totals: totals(player.nationId) }));
    }
    case 'resources-settled': {
      const change = settleResources(player, facts);
      if (change) return change;
      throw new Forbidden('It settles resources, and no whole unit had accrued.');
    }
    case 'name-checked': {
      const change = changeBy(player, { kind: 'name-checked', detail: {} }, facts.now);
      if (change) return change;
      throw new Forbidden('Its player’s GDP is past the largest figure the game can hold.');
    }
  }
}

function nftStaked(
  leaf: LeafOf<'national-staked' | 'museum-staked'>,
  player: Player,
  rules: RulesInForce,
): Change {
  const { at: now, copies: quantity, version } = leaf;
  const kind = leaf.kind === 'national-staked' ? 'national' : 'cultural';
  const command = {
    stakeId: idOf(version),
    kind,
    contract: COLLECTIONS[kind],
    tokenId: BigInt(leaf.token),
    quantity,
  } as const;
  const facts = {
    now,
    rules,
    holdings: holdingsIn(leaf.holdings, player),
    collections: COLLECTIONS,
    token: { imageUrl: '', attributes: leaf.kind === 'national-staked' ? traitsOf(leaf) : [] },
  };
  const change = accepted(stakeNft(player, command, facts));
  const [stake] = change.stakes;
  if (leaf.kind === 'museum-staked' && stake?.kind === 'cultural') {
    const { culturalGdpBonus: bonus } = stake;
    if (bonus !== leaf.bonus) {
      throw new Forbidden(
        `It says that a copy adds $${leaf.bonus} of GDP, and one adds $${bonus}.`,
      );
    }
  }
  return change;
}

/**
 * As attributes of the token's metadata, from which the rules take them. @throws Forbidden outside
 * of [NFT1].
 */
function traitsOf({ territory, production }: LeafOf<'national-staked'>) {
  const bounds = [
    [territory, TERRITORY_KM2, `${territory} km²`],
    [production, PRODUCTION_HUNDREDTHS, `a production of ${production} hundredths`],
  ] as const;
  for (const [value, { min, max }, what] of bounds) {
    if (value >= min && value <= max) continue;
    throw new Forbidden(`It gives a copy ${what}; the rules allow ${min} to ${max}.`);
  }
  return [
    { trait: 'territory', value: territory },
    { trait: 'production', value: production / 100 },
  ];
}

function unstaked(
  leaf: LeafOf<'dena-unstaked' | 'national-unstaked' | 'museum-unstaked'>,
  kind: StakeKind,
  { player, stakes }: ReplayedPlayer,
  rules: RulesInForce,
): Change {
  const [version = 0, ...others] = leaf.ended;
  if (others.length > 0) throw new Forbidden('It ends several stakes, and a player unstakes one.');
  const stake = stakes.get(version);
  if (!stake) {
    throw new Forbidden(
      `It ends the stake of its player’s commit ${version}, which began none or has been ended before.`,
    );
  }
  return accepted(unstake(player, stake, { kinds: [kind] }, { now: leaf.at, rules }));
}

/** [CHN1] */
function verified(
  leaf: LeafOf<'stakes-unbacked' | 'holdings-verified'>,
  { player, stakes }: ReplayedPlayer,
  rules: RulesInForce,
): Change {
  const ended = leaf.kind === 'stakes-unbacked' ? leaf.ended : [];
  const holdings = holdingsIn(leaf.holdings, player);
  const facts = { now: leaf.at, rules, holdings, stakes: [...stakes.values()] };
  const change = verifyHoldings(player, facts);
  if (!change) throw new Forbidden('It records holdings that were known already.');
  const due = listed(change.event.facts.ended ?? []);
  if (due === listed(ended)) return change;
  throw new Forbidden(
    `By what its wallet holds, the stakes of these commits end: ${due}. It ends those of: ${listed(ended)}.`,
  );
}

function listed(versions: readonly number[]): string {
  return versions.length === 0 ? 'none' : versions.toSorted((a, b) => a - b).join(', ');
}

/** What a leaf says of holdings. @throws Forbidden if the player's are of a later block. */
function holdingsIn(
  { block, dena, national, museum }: LeafOf<'traded'>['holdings'],
  player: Player | null,
): Holdings {
  const known = player?.holdings.block ?? 0;
  if (block < known) {
    throw new Forbidden(
      `It rests on the block ${block}, and its player’s holdings are known at ${known}.`,
    );
  }
  return { block, denaWei: BigInt(dena), national, cultural: museum };
}

/** @throws Forbidden with what is wrong, without the remedy. */
function accepted(
  decision: { readonly ok: true; readonly change: Change | null } | Refusal,
): Change {
  if (decision.ok && decision.change) return decision.change;
  const message = decision.ok ? 'It changes nothing.' : decision.message;
  const end = message.search(/[.:] /);
  throw new Forbidden(end < 0 ? message : `${message.slice(0, end)}.`);
}

function idOf(version: number) {
  return stakeIdSchema.parse(String(version));
}
