/** Players, stakes and changes for every test that needs a store, made by the rules themselves. */
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import type { Change } from '../../../common/rules/decision.ts';
import { settleResources } from '../../../common/rules/settle-resources.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeNft } from '../../../common/rules/stake-nft.ts';
import { trade } from '../../../common/rules/trade.ts';
import { unstake } from '../../../common/rules/unstake.ts';
import { verifyHoldings } from '../../../common/rules/verify-holdings.ts';
import {
  accepted,
  after,
  dena,
  holdings,
  HOUR_MS,
  NOW,
  type PlayerState,
  rules,
  stakeId,
  stakeIn,
  withManyStakes,
} from '../../../common/testing/fixtures.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { commandIdSchema, type Rev } from '../../../common/values/ids.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Player } from '../../../common/values/player.ts';
import type { NftStake } from '../../../common/values/stake.ts';
import { wallNow } from '../../lib/machine.ts';
import type { Era } from '../era.ts';
import { rulesBegun, rulesSetBy } from '../kept/era.ts';
import type { StoredSession } from '../kept/sessions.ts';
import type { Receipt, Store } from '../store.ts';
import { known } from './observe.ts';

/** What every player here holds on chain: enough for any story. */
const HOLDINGS = holdings({ denaWei: dena(1_000_000), national: 3, cultural: 5 });

const COLLECTIONS = {
  national: address(`0x${'a1'.repeat(20)}`),
  cultural: address(`0x${'b2'.repeat(20)}`),
};

/** A session that began now, and has an hour left. */
export function sessionOf(wallet: Address, fields: Partial<StoredSession> = {}): StoredSession {
  const signedInAt = fields.signedInAt ?? wallNow();
  return {
    id: `session of ${wallet}`,
    wallet,
    kind: 'account',
    network: '203.0.113.0/24',
    device: 'Firefox on Windows',
    signedInAt,
    lastUsedAt: signedInAt,
    expiresAt: wallNow() + HOUR_MS,
    ...fields,
  };
}

/** A wallet's first commit. */
export function joining(wallet: Address, nationId: NationId = 'italy', now = NOW): Change {
  const facts = { now, rules, holdings: HOLDINGS };
  return wanted(accepted(chooseNation(null, { wallet, nationId }, facts)).change);
}

/** A stake of some DENA, whose id is its player's version: a wallet's stakes are all different. */
export function stakingDena(
  { player }: Pick<PlayerState, 'player'>,
  amount = 1000,
  now = NOW + HOUR_MS,
): Change {
  const id = stakeId(`dena-${player.version}`);
  const command = { stakeId: id, amountWei: dena(amount) };
  return accepted(stakeDena(player, command, { now, rules, holdings: HOLDINGS })).change;
}

export function stakingNfts(
  { player }: Pick<PlayerState, 'player'>,
  kind: NftStake['kind'],
  quantity = 2,
  now = NOW + HOUR_MS,
): Change {
  return accepted(
    stakeNft(
      player,
      {
        stakeId: stakeId(`${kind}-${player.version}`),
        kind,
        contract: COLLECTIONS[kind],
        tokenId: BigInt(NATIONS[player.nationId].tokenId),
        quantity,
      },
      {
        now,
        rules,
        holdings: HOLDINGS,
        collections: COLLECTIONS,
        token: { imageUrl: `https://example.org/${kind}.svg`, attributes: [] },
      },
    ),
  ).change;
}

/**
 * One player's commits from the first on: every kind of stake, active and ended both ways,
 * resources accrued and bought. Each follows from the previous one.
 */
export function story(wallet: Address, nationId: NationId = 'italy'): Change[] {
  const steps: ((state: PlayerState) => Change)[] = [
    (state) => stakingDena(state, 10_000, NOW + HOUR_MS),
    (state) => stakingDena(state, 25, NOW + 2 * HOUR_MS),
    (state) => stakingNfts(state, 'national', 2, NOW + 3 * HOUR_MS),
    (state) => stakingNfts(state, 'cultural', 4, NOW + 4 * HOUR_MS),
    (state) =>
      accepted(
        trade(
          state.player,
          { resourceType: 'oil', quantity: 50 },
          { now: NOW + 5 * HOUR_MS, rules, holdings: HOLDINGS },
        ),
      ).change,
    (state) =>
      accepted(
        unstake(
          state.player,
          stakeIn(state, 'dena-1'),
          { kinds: ['dena'] },
          { now: NOW + HOUR_MS + rules.lockMs, rules },
        ),
      ).change,
    (state) =>
      wanted(
        verifyHoldings(state.player, {
          stakes: state.stakes,
          now: NOW + 2 * rules.lockMs,
          rules,
          holdings: { ...HOLDINGS, block: 2, national: 0, denaWei: 123_456_789_012_345_678_901n },
        }),
      ),
  ];
  const changes = [joining(wallet, nationId, NOW)];
  let state = after(null, wanted(changes[0]));
  for (const step of steps) {
    const change = step(state);
    changes.push(change);
    state = after(state, change);
  }
  return changes;
}

/** A player's settlements, one an hour from the last one on: commits that no feed shows. */
export function settlements(player: Player, count: number): Change[] {
  let settled = player;
  return Array.from({ length: count }, () => {
    const change = wanted(
      settleResources(settled, {
        now: settled.resources.settledAt + HOUR_MS,
        rules,
      }),
    );
    settled = change.player;
    return change;
  });
}

/** The state after the changes of one player, in order. */
export function stateAfter(changes: readonly Change[]): PlayerState {
  return wanted(changes.reduce<PlayerState | null>(after, null));
}

/** Commits a player's changes one after the other. */
export async function commitAll(store: Store, changes: readonly Change[]): Promise<Rev[]> {
  const revs: Rev[] = [];
  for (const change of changes) {
    revs.push(await store.commit(change, change.player.version - 1, null));
  }
  return revs;
}

/**
 * Gives a player this many active stakes of 1 DENA each, and this many ended ones, in one commit.
 */
export async function commitManyStakes(
  store: Store,
  wallet: Address,
  many: { readonly active: number; readonly ended?: number },
  now = NOW,
): Promise<PlayerState> {
  const player = wanted(await store.player(wallet));
  const [event] = await store.events({ wallet, limit: 1, order: 'newest-first' });
  const state = withManyStakes({ player, stakes: [] }, many, now);
  const next = { ...state.player, version: player.version + 1 };
  const { rev: _, ...draft } = known(wanted(event));
  await store.commit({ player: next, stakes: state.stakes, event: draft }, player.version, null);
  return { ...state, player: next };
}

/** A receipt that is valid for an hour of the machine's clock from now on. */
export function receiptOf(commandId: string, parts: Partial<Receipt> = {}): Receipt {
  return {
    commandId: commandIdSchema.parse(commandId),
    fingerprint: 'what was asked',
    answer: '{"what":"was answered"}',
    expiresAt: wallNow() + HOUR_MS,
    ...parts,
  };
}

function wanted<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a fixture came to nothing');
  return value;
}

/** Changes the rules as an act does. @param act its number. */
export async function changeRules(
  store: Pick<Store, 'changeEra'>,
  act: number,
  set: Readonly<Record<string, number>>,
  from: number | null = null,
): Promise<Era> {
  await store.changeEra(rulesBegun(NOW));
  return store.changeEra(rulesSetBy({ number: act, set, from }, NOW));
}
