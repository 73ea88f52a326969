/**
 * Stakes: a wallet's lists of them as fetched, with what commands have answered since.
 */
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { isOlder, revisionOf, setRevision } from '../../../client-kit/api/revision.ts';
import type { Address } from '../../../common/values/address.ts';
import { getByKey } from './get-by-key.ts';

/** All active stakes, then ended ones, each newest first; requested only for a wallet. */
export function denaStakesQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/dena/stakes', walletAddress] as const,
    queryFn: getByKey(
      async () => (await import('../../../common/protocol/dena-stakes.ts')).denaStakesCall,
    ),
    structuralSharing: newerStakes,
    enabled: walletAddress !== null,
  });
}

/** National and cultural NFTs, as `denaStakesQuery` has DENA. */
export function territoryQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/territory', walletAddress] as const,
    queryFn: getByKey(async () => (await import('../../../common/protocol/nfts.ts')).territoryCall),
    structuralSharing: newerStakes,
    enabled: walletAddress !== null,
  });
}

export interface Listed {
  readonly id: string;
  readonly isActive: 0 | 1;
}

/** Stakes from command answers, for a list that may have been fetched before them. */
const answered = new WeakMap<object, readonly Listed[]>();

/** The list with a stake in its place, or on top if it is new. An ended stake stays ended. */
function joined<Stake extends Listed>(list: readonly Stake[], stake: Stake): Stake[] {
  return list.some(({ id }) => id === stake.id)
    ? list.map((one) => (one.id === stake.id && one.isActive === 1 ? stake : one))
    : [stake, ...list];
}

/**
 * The list with a command's answer, for the cache: it stays there until a newer list is fetched. A
 * stake of another epoch is obsolete.
 */
export function withStake<Stake extends Listed>(list: Stake[], stake: Stake): Stake[] {
  const [old, revision] = [revisionOf(list), revisionOf(stake)];
  if (old && revision && old.epoch !== revision.epoch) return list;
  const result = setRevision(joined(list, stake), old);
  answered.set(result, [stake, ...(answered.get(list) ?? [])]);
  return result;
}

/**
 * `structuralSharing` of such a list: the newer one, with the stakes that commands answered since
 * it was fetched.
 */
function newerStakes(oldList: unknown, nextList: unknown): unknown {
  if (!oldList) return nextList;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a query hands over its old and its new answer: two lists
  const [old, next] = [oldList, nextList] as [readonly Listed[], readonly Listed[]];
  const isOverdue = isOlder(revisionOf(next), revisionOf(old));
  const [list, other] = isOverdue ? [old, next] : [next, old];
  const revision = revisionOf(list);
  const since = [...(answered.get(list) ?? []), ...(answered.get(other) ?? [])].filter((stake) =>
    isOlder(revision, revisionOf(stake)),
  );
  let result = list;
  for (const stake of [...since].reverse()) result = joined(result, stake);
  const shown: object = replaceEqualDeep(old, result);
  setRevision(shown, revision);
  answered.set(shown, since);
  return shown;
}
