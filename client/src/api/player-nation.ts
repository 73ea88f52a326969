/** A player with their nation and resources: all that the first page knows of players. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { getByKeyOrNull } from './get-by-key.ts';

/**
 * Loads with the schemas, before the first answer is cached: until then there is nothing to merge.
 */
let merge = (_held: unknown, next: unknown): unknown => next;

async function load() {
  const { call, newerPlayer } = await import('./cached-player.ts');
  merge = newerPlayer;
  return call;
}

/** Requested only for a wallet; null if it has chosen no nation yet. */
export function playerNationQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/player-nation', walletAddress] as const,
    queryFn: getByKeyOrNull(load, 404),
    structuralSharing: (old, next) => merge(old, next),
    enabled: walletAddress !== null,
  });
}
