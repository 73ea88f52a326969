/** Tells the name checker which wallets an answer shows. */
import type { Address } from '../../common/values/address.ts';

/** Costs next to nothing, and throws nothing. */
export type OnShown = (wallets: readonly Address[]) => void;
