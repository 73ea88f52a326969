/**
 * The simulated store fulfils the contract of every store while it is late, and with it the memory
 * store behind it.
 */
import { storeContract } from './conformance.ts';
import { fractions } from './fractions.ts';
import { SimulatedStore } from './simulated-store.ts';
import type { StoreFaults } from './store-faults.ts';

const LATE: Partial<StoreFaults> = {
  latencyMs: [0, 4],
  late: 0.02,
  lateMs: [20, 60],
  tornLoads: 0.5,
};

storeContract('the simulated store, late', () => {
  const set = new SimulatedStore({ kind: 'mongo', random: fractions(37) });
  set.set(LATE);
  const { store } = set.connect('a');
  const act = async (document: string) => set.memory.act(document);
  return Promise.resolve({ store, damage: null, act, dispose: () => store.close() });
});
