/** Word of the wallets that an answer shows, for whoever looks after what is shown of them. */
import type { Address } from '../../common/values/address.ts';

/** Costs next to nothing, and throws nothing. */
export type OnShown = (wallets: readonly Address[]) => void;
