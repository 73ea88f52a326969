/** Of two answers to a query the newer one, and when a query is fetched again. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOlder, revisionOf, setRevision } from '../../../client-kit/api/revision.ts';

/**
 * `structuralSharing` of a query: an older answer never replaces a newer one, another epoch
 * replaces everything; objects that are equal stay the same.
 */
export function newerAnswer<Answer>(old: unknown, next: Answer): Answer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of one query, whose answers are all of one kind
  if (isOlder(revisionOf(next), revisionOf(old))) return old as Answer;
  return setRevision(replaceEqualDeep<Answer>(old, next), revisionOf(next));
}

/**
 * Fetches a query again once something newer is known to exist.
 * @param afterMs how old the last answer must be at least, while newer things keep coming.
 */
export function useReadAgain(
  { dataUpdatedAt, refetch }: { readonly dataUpdatedAt: number; readonly refetch: () => unknown },
  isBehind: boolean,
  afterMs: number,
): void {
  useEffect(() => {
    if (!isBehind) return undefined;
    const waitMs = Math.max(0, dataUpdatedAt + afterMs - Date.now());
    const timer = setTimeout(() => void refetch(), waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch, afterMs]);
}
