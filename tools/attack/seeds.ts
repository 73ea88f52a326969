/**
 * Writes into the data folder what an attacker would need hours for under the limits: a wallet with 36,000
 * active one-wei stakes (possible before their number was limited), one with 100,000 ended stakes, one just
 * below the limit of active stakes, and one with thousands of small events.
 */
import { Wallet } from 'ethers';
import { chooseNation } from '../../common/rules/choose-nation.ts';
import { changeBy } from '../../common/rules/decision.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { after, dena, holdings, stakeId, type PlayerState } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import type { DenaStake, Stake } from '../../common/values/stake.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import type { Store } from '../../server/store/store.ts';
import type { Signer } from '../../server/test/support/sign-in.ts';

/** What each of these wallets holds on chain: enough to back all their stakes. */
export const SEEDED_WEI = dena(1000);

function owner(digit: string): Signer {
  const signer = new Wallet(`0x${digit.repeat(64)}`);
  return { signer, wallet: address(signer.address) };
}

export const LEGACY_OWNER = owner('1');
export const ENDED_OWNER = owner('2');
export const CROWDED_OWNER = owner('3');
export const BUSY_OWNER = owner('4');
export const SEEDED_OWNERS = [LEGACY_OWNER, ENDED_OWNER, CROWDED_OWNER, BUSY_OWNER];

const LEGACY_STAKES = 36_000;
const ENDED_STAKES = 100_000;
export const CROWDED_STAKES = 495;
export const SMALL_EVENTS = 3000;
/** Stakes per commit. */
const BATCH = 2000;

/** Writes their records; no other process may have the folder open. */
export async function seed(dataDir: string): Promise<void> {
  const store = await openEmbeddedStore({ dataDir });
  try {
    await seedWallet(store, LEGACY_OWNER, LEGACY_STAKES, { status: 'active' });
    await seedWallet(store, CROWDED_OWNER, CROWDED_STAKES, { status: 'active' });
    const state = { status: 'ended', endedAt: Date.now() - 1000, reason: 'unstaked' } as const;
    await seedWallet(store, ENDED_OWNER, ENDED_STAKES, state);
    await seedWallet(store, BUSY_OWNER, SMALL_EVENTS, state, 1);
  } finally {
    await store.close();
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
  const held = holdings({ denaWei: SEEDED_WEI });
  const joined = chooseNation(null, { wallet, nationId: 'china' }, { now, holdings: held });
  if (!joined.ok || !joined.change) throw new Error('the rules refuse a seed');
  let state: PlayerState = after(null, joined.change);
  await store.commit(joined.change, 0, null);
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
      detail: {},
      stakes: stakes.map((stake) => ({ before: null, after: stake })),
    } as const;
    const change = changeBy(state.player, step, now + n + batch);
    if (!change) throw new Error('a seed is out of range');
    await store.commit(change, state.player.version, null);
    state = after(state, change);
  }
}
