/**
 * What an attacker would need hours for under the limits, written into the data folder: a wallet with 100,000 ended
 * stakes, one just below the limit of active stakes, one with thousands of small events, and a crowd. And what attackers have
 * on the chain.
 */
import { changeBy } from '../../common/rules/decision.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { dena, stakeId } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { formatDena } from '../../common/values/amount.ts';
import type { DenaStake, Stake } from '../../common/values/stake.ts';
import type { ChainSim } from '../../server/chain/testing/chain-sim.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import type { Store } from '../../server/store/store.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import type { Signer } from '../../server/test/support/sign-in.ts';
import { signerOf } from './attack.ts';
import { deployContractWallets } from './contract-wallets.ts';

/** What each of these wallets holds on chain: enough for all their stakes and trades. */
const WEI = dena(1_000_000);
const ownerOf = (n: number) => signerOf(`0x${String(n).padStart(64, '0')}`);

export const ENDED_OWNER = ownerOf(1);
export const CROWDED_OWNER = ownerOf(2);
export const BUSY_OWNER = ownerOf(3);
export const SEEDED_OWNERS = [ENDED_OWNER, CROWDED_OWNER, BUSY_OWNER];
/** They have not joined yet. */
export const TRADERS = Array.from({ length: 8 }, (_, n) => ownerOf(4 + n));

const ENDED_STAKES = 100_000;
export const CROWDED_STAKES = 495;
export const SMALL_EVENTS = 3000;
/** Players who have joined an hour ago and done nothing since. */
const CROWD = 3000;
const crowdWallet = (n: number): Address => address(`0xc0${n.toString(16).padStart(38, '0')}`);
/** Stakes per commit. */
const BATCH = 2000;

export function seedChain(sim: ChainSim): void {
  for (const { wallet } of [...SEEDED_OWNERS, ...TRADERS]) sim.give(wallet, { denaWei: WEI });
  deployContractWallets(sim);
}

/** Writes the seeded owners' records; no other process may have the folder open. */
export async function seedStore(dataDir: string): Promise<void> {
  const store = await openEmbeddedStore({ dataDir });
  try {
    await seedWallet(store, CROWDED_OWNER, CROWDED_STAKES, { status: 'active' });
    const state = { status: 'ended', endedAt: Date.now() - 1000, reason: 'unstaked' } as const;
    await seedWallet(store, ENDED_OWNER, ENDED_STAKES, state);
    await seedWallet(store, BUSY_OWNER, SMALL_EVENTS, state, 1);
    await seedCrowd(store);
  } finally {
    await store.close();
  }
}

async function seedCrowd(store: Store): Promise<void> {
  const at = Date.now() - 60 * 60_000;
  for (let n = 0; n < CROWD; n += 1) {
    await store.commit(joining(crowdWallet(n), 'usa', at), 0, null);
  }
}

async function seedWallet(
  store: Store,
  { wallet }: Signer,
  count: number,
  stakeState: Stake['state'],
  batch = BATCH,
): Promise<void> {
  const now = Date.now() - 2 * LOCK_MS;
  const joined = joining(wallet, 'china', now);
  let { player } = joined;
  await store.commit(joined, 0, null);
  for (let n = 0; n < count; n += batch) {
    const stakes = Array.from({ length: Math.min(batch, count - n) }, (_, i): DenaStake => {
      const stakedAt = now + n + i;
      return {
        id: stakeId(`seed-${n + i}`),
        wallet,
        kind: 'dena',
        amountWei: 1n,
        gdpBonus: 0,
        stakedAt,
        // Many stakes begin together, which no command does.
        playerVersion: n + i + 1,
        unstakeableAt: stakedAt + LOCK_MS,
        state: stakeState,
      };
    });
    const step = {
      kind: 'dena-staked',
      detail: { amount: formatDena(1n) },
      stakes: stakes.map((stake) => ({ before: null, after: stake })),
    } as const;
    const change = changeBy(player, step, now + n + batch);
    if (!change) throw new Error('a seed is out of range');
    await store.commit(change, player.version, null);
    ({ player } = change);
  }
}
