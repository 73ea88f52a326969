/** Who signs in tests. */
import type { LedgerIdentity } from '../ledger-rows.ts';

export const TEST_IDENTITY: LedgerIdentity = {
  origin: 'play.example/denaria',
  seed: new Uint8Array(32).fill(3),
};
