/** Builds the port's page of stakers from the players that an adapter read. */
import type { Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import { STAKE_KINDS } from '../../common/values/stake.ts';
import type { Stakers } from './store.ts';

/** A player's key, and null if the rest of it can't be read. */
interface KeptPlayer {
  readonly wallet: string;
  readonly player: Player | null;
}

/** @param kept in the order of wallets; fewer than `most` only if there are no more. */
export function stakersAmong(kept: readonly KeptPlayer[], most: number): Stakers {
  const last = kept.length < most ? undefined : kept.at(-1);
  return {
    players: kept
      .flatMap(({ player }) => player ?? [])
      .filter(({ standing }) => STAKE_KINDS.some((kind) => standing.activeStakes[kind] > 0)),
    unreadable: kept.flatMap(({ wallet, player }) => (player ? [] : [keyOf(wallet)])),
    last: last ? keyOf(last.wallet) : null,
  };
}

/** Not parsed: a damaged record is identified by its key, and the next page begins after it. */
function keyOf(wallet: string): Address {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's key was written from a wallet, and identifies it even if its document can't be read
  return wallet as Address;
}
