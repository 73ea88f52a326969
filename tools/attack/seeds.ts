/**
 * What an attacker would need hours for under the limits, written into the data folder: a wallet
 * with 100,000 ended stakes, one just below the limit of active stakes, one with thousands of small
 * events, and a crowd. And what attackers have on the chain.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { changeBy } from '../../common/rules/decision.ts';
import { dena, rules, stakeId } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import type { Stake } from '../../common/values/stake.ts';
import type { ChainSim, WalletCode } from '../../server/chain/testing/chain-sim.ts';
import { NodeError, REVERTED } from '../../server/chain/testing/sim-contracts.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import type { Store } from '../../server/store/store.ts';
import { joining, stakingDena } from '../../server/store/testing/fixtures.ts';
import type { Signer } from '../../server/test/support/sign-in.ts';
import { nobody, signerOf } from './attack.ts';

/** What each of these wallets holds on chain: enough for all their stakes and trades. */
const WEI = dena(1_000_000);
const ownerOf = (n: number) => signerOf(`0x${String(n).padStart(64, '0')}`);

export const ENDED_OWNER = ownerOf(1);
export const CROWDED_OWNER = ownerOf(2);
export const BUSY_OWNER = ownerOf(3);
/** They have not joined yet. */
export const TRADERS = Array.from({ length: 8 }, (_, n) => ownerOf(4 + n));
/** Whose calls are mutated. */
export const MUTANT = ownerOf(12);

const ENDED_STAKES = 100_000;
const CROWDED_STAKES = 495;
const SMALL_EVENTS = 3000;
/** Players who have joined an hour ago and done nothing since, below all who play. */
const CROWD = 3000;
const crowdWallet = (n: number): Address => address(`0xc0${n.toString(16).padStart(38, '0')}`);
/** Stakes per commit. */
const BATCH = 2000;

/** Contract wallets, whose code is asked whether they signed [EIP-1271]: what it answers. */
const CODES: readonly WalletCode[] = [
  // Megabytes, nothing, a failure, and another that took all its gas.
  () => `0x${'61'.repeat(1_100_000)}`,
  () => new Promise<string>(() => {}),
  () => {
    throw REVERTED();
  },
  async () => {
    await sleep(1000);
    throw new NodeError(-32_000, 'out of gas');
  },
];
export const CONTRACT_WALLETS = CODES.map((_code, n) => nobody(1e6 + n));

export function seedChain(sim: ChainSim): void {
  for (const { wallet } of [ENDED_OWNER, CROWDED_OWNER, BUSY_OWNER, MUTANT, ...TRADERS]) {
    sim.give(wallet, { denaWei: WEI, national: { usa: 3 } });
  }
  for (const [n, code] of CODES.entries()) sim.deploy(CONTRACT_WALLETS[n] ?? nobody(0), code);
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
    await store.commit(joining(crowdWallet(n), 'argentina', at), 0, null);
  }
}

async function seedWallet(
  store: Store,
  { wallet }: Signer,
  count: number,
  state: Stake['state'],
  batch = BATCH,
): Promise<void> {
  const now = Date.now() - 2 * rules.lockMs;
  const joined = joining(wallet, 'china', now);
  let { player } = joined;
  await store.commit(joined, 0, null);
  // Many stakes begin together, which no command does.
  const [first] = stakingDena({ player }, 1, now).stakes;
  if (!first) throw new Error('a seed is no stake');
  for (let n = 0; n < count; n += batch) {
    const stakes = Array.from({ length: Math.min(batch, count - n) }, (_, i): Stake => {
      return { ...first, id: stakeId(`seed-${n + i}`), playerVersion: n + i + 1, state };
    });
    const step = {
      kind: 'dena-staked',
      detail: { amount: '1' },
      stakes: stakes.map((stake) => ({ before: null, after: stake })),
      // Without them it could be no leaf of the ledger.
      patch: { holdings: { block: 1, denaWei: WEI, national: 0, cultural: 0 } },
    } as const;
    const change = changeBy(player, step, now + n + batch);
    if (!change) throw new Error('a seed is out of range');
    await store.commit(change, player.version, null);
    ({ player } = change);
  }
}
