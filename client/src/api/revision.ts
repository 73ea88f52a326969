/**
 * The epoch and rev of a cached answer, and which of two is newer. Answers and pushes come from several
 * processes, each with its own lag, so their order of arrival says nothing.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface Revision {
  readonly epoch: string;
  /** Within an epoch the greater text is newer. */
  readonly rev: string;
}

/** Kept beside the answers, so that components that show one need not pass its revision along. */
const revisions = new WeakMap<object, Revision>();

/** Undefined for answers without one: recorded answers to retries. */
export function revisionOf(answer: unknown): Revision | undefined {
  return answer instanceof Object ? revisions.get(answer) : undefined;
}

/** Records the revision of an answer and returns the same answer. */
export function setRevision<Answer>(answer: Answer, revision: Revision | undefined): Answer {
  if (revision && answer instanceof Object) revisions.set(answer, revision);
  return answer;
}

export function isOlder(a: Revision | undefined, b: Revision | undefined): boolean {
  return !!a && !!b && a.epoch === b.epoch && a.rev < b.rev;
}

/**
 * `structuralSharing` of a query: an older answer never replaces a newer one, another epoch replaces everything;
 * objects that are equal stay the same.
 */
export function newerAnswer<Answer>(held: unknown, next: Answer): Answer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of one query, whose answers are all of one kind
  if (isOlder(revisionOf(next), revisionOf(held))) return held as Answer;
  return setRevision(replaceEqualDeep<Answer>(held, next), revisionOf(next));
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
