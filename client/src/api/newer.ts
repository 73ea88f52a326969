/** Picks the newer of two answers: an older one never replaces it, and another epoch replaces everything. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { revisionOf, setRevision, type Revision } from './revision.ts';

export function isOlder(a: Revision | undefined, b: Revision | undefined): boolean {
  return !!a && !!b && a.epoch === b.epoch && a.rev < b.rev;
}

/** `structuralSharing` of a query: the newer answer, reusing the previous objects where they are equal. */
export function newerAnswer<Answer>(held: unknown, next: Answer): Answer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of one query, whose answers are all of one kind
  if (isOlder(revisionOf(next), revisionOf(held))) return held as Answer;
  return setRevision(replaceEqualDeep<Answer>(held, next), revisionOf(next));
}
