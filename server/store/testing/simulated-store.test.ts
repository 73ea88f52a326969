/** The simulated store fulfils the contract of every store, also while it is late, and keeps its own promises. */
import { describe, expect, test } from 'vitest';
import { NOW, stakeId, walletOf } from '../../../common/testing/fixtures.ts';
import { startFakeTime } from '../../../tools/test/fake-time.ts';
import { storeContract } from './conformance.ts';
import { fractions } from './fractions.ts';
import { SimulatedStore } from './simulated-store.ts';
import type { StoreFaults, StoreKind } from './store-faults.ts';

const KINDS: readonly StoreKind[] = ['embedded', 'mongo'];
const LATE: Partial<StoreFaults> = {
  latencyMs: [0, 4],
  late: 0.02,
  lateMs: [20, 60],
  tornLoads: 0.5,
};

for (const kind of KINDS) {
  for (const [how, faults] of [
    ['', {}],
    [', late', LATE],
  ] as const) {
    storeContract(`the simulated store (${kind}${how})`, () => {
      const set = new SimulatedStore({ kind, random: fractions(37) });
      set.set(faults);
      const { store } = set.connect('a');
      return Promise.resolve({ store, damage: null, dispose: () => store.close() });
    });
  }
}
