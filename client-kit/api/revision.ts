/**
 * The epoch and rev of an answer, and which of two is newer. Answers and pushes come from several
 * processes, each with its own lag, so their order of arrival says nothing.
 */
export interface Revision {
  readonly epoch: string;
  /** Within an epoch the greater text is newer. */
  readonly rev: string;
}

/** Stored beside the answers, so that their revisions need not be passed along. */
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
