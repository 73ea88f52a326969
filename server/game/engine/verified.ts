/** How far a wallet's holdings are verified [CHN1]. */
import type { ShownPlayer } from '../../../common/values/player.ts';

export interface Verified {
  /** The block up to which every transfer of the wallet is processed; 0: none is. */
  readonly block: number;
  /** When that block was processed, by the game's clock; null: unknown, or never. */
  readonly at: number | null;
}

export type VerifiedUpTo = (
  player: Pick<ShownPlayer, 'wallet' | 'holdings' | 'standing'>,
) => Verified;
