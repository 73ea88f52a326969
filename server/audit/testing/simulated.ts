/** Random players that follow the rules: an audit must agree with them. */
import fc from 'fast-check';
import { contribute } from '../../../common/rules/contribute.ts';
import { inOrder, type Change, type Refusal } from '../../../common/rules/decision.ts';
import { chooseNation } from '../../../common/rules/choose-nation.ts';
import { LOCK_MS } from '../../../common/rules/lock.ts';
import { settleResources } from '../../../common/rules/settle-resources.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeNft } from '../../../common/rules/stake-nft.ts';
import { trade } from '../../../common/rules/trade.ts';
import { unstake } from '../../../common/rules/unstake.ts';
import { unbackedAmounts, verifyHoldings } from '../../../common/rules/verify-holdings.ts';
import {
  after,
  ALICE,
  anyNation,
  BOB,
  dena,
  holdings,
  HOUR_MS,
  newestIn,
  NOW,
  stakeId,
  walletOf,
  type PlayerState,
} from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { Holdings } from '../../../common/values/player.ts';
import { STAKE_KINDS } from '../../../common/values/stake.ts';
import type { Store } from '../../store/store.ts';

const COLLECTIONS = { national: ALICE, cultural: BOB };

/** How many wallets' commits are in progress concurrently. */
const LANES = 64;

const anyStep = fc.record({
  // Stakes more often than commands that end them.
  what: fc.constantFrom(
    'dena',
    'dena',
    'national',
    'cultural',
    'unstake',
    'trade',
    'contribute',
    'settle',
    'chain',
  ),
  amountWei: fc.bigInt({ min: 1n, max: dena(20_000) }),
  quantity: fc.integer({ min: 1, max: 4 }),
  waitMs: fc.constantFrom(1000, HOUR_MS, LOCK_MS),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const anyPlan = fc.record({
  nationId: anyNation,
  steps: fc.array(anyStep, { minLength: 4, maxLength: 12 }),
});

/** The commits of this many players, of wallets 1, 2, 3 and so on; the same for the same seed. */
export function simulatedPlayers(count: number, seed: number): Change[][] {
  return fc
    .sample(anyPlan, { seed, numRuns: count })
    .map(({ nationId, steps }, index) => played(walletOf(index + 1), nationId, steps));
}

/** Writes them as a game does: each player's in order, several players' concurrently. */
export async function commitPlayers(
  store: Store,
  players: readonly (readonly Change[])[],
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (;;) {
      const changes = players[next];
      next += 1;
      if (!changes) return;
      for (const change of changes) await store.commit(change, change.player.version - 1, null);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function played(wallet: Address, nationId: NationId, steps: readonly Step[]): Change[] {
  let chain = holdings({ denaWei: dena(100_000), national: 9, cultural: 9 });
  let now = NOW;
  const joining = chooseNation(null, { wallet, nationId }, { now, holdings: chain });
  if (!joining.ok || !joining.change) throw new Error('a newcomer may choose any nation');
  const changes = [inOrder(joining.change, null, 1)];
  let state = after(null, joining.change);
  for (const [index, step] of steps.entries()) {
    now += step.waitMs;
    if (step.what === 'chain') chain = elsewhere(chain, step);
    const result = decide(state, step, { now, holdings: chain }, `s${index}`);
    if (result === null || 'code' in result) continue;
    const change = inOrder(result, state.player, index + 2);
    changes.push(change);
    state = after(state, change);
  }
  return changes;
}

/** The wallet has sold some of its tokens. */
function elsewhere(chain: Holdings, { amountWei, quantity }: Step): Holdings {
  return {
    block: chain.block + 1,
    denaWei: amountWei * 2n,
    national: quantity,
    cultural: quantity * 2,
  };
}

function decide(
  state: PlayerState,
  step: Step,
  facts: { readonly now: number; readonly holdings: Holdings },
  id: string,
): Change | Refusal | null {
  const { player, stakes } = state;
  const { what, amountWei, quantity } = step;
  switch (what) {
    case 'dena':
      return change(stakeDena(player, { stakeId: stakeId(id), amountWei }, facts));
    case 'national':
    case 'cultural': {
      const tokenId = BigInt(NATIONS[player.nationId].tokenId);
      const contract = COLLECTIONS[what];
      return change(
        stakeNft(
          player,
          { stakeId: stakeId(id), kind: what, contract, tokenId, quantity },
          { ...facts, collections: COLLECTIONS, token: { imageUrl: '', attributes: [] } },
        ),
      );
    }
    case 'unstake':
      return change(unstake(player, stakes[quantity - 1] ?? null, { kinds: STAKE_KINDS }, facts));
    case 'trade':
      return change(trade(player, { resourceType: 'oil', quantity: quantity * 10 }, facts));
    case 'contribute': {
      const gift = { resourceType: 'wood', quantity: quantity * 5 } as const;
      return change(contribute(player, gift, { now: facts.now, totals: player.contributed }));
    }
    case 'settle':
      return settleResources(player, facts);
    case 'chain': {
      const newest = newestIn(state, unbackedAmounts(player, facts.holdings));
      return verifyHoldings(player, { ...facts, stakes: newest });
    }
  }
}

function change(decision: { readonly ok: true; readonly change: Change } | Refusal) {
  return decision.ok ? decision.change : decision;
}
