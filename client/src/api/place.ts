/**
 * The epoch and rev of a cached answer. Answers and pushes come from several processes, each with its own
 * lag, so their order of arrival says nothing.
 */
export interface Place {
  readonly epoch: string;
  /** Within an epoch the greater text is newer. */
  readonly rev: string;
}

/** Kept beside the answers, so that components that show one need not pass its place along. */
const places = new WeakMap<object, Place>();

/** Undefined for answers without one: recorded answers to retries. */
export function placeOf(answer: unknown): Place | undefined {
  return answer instanceof Object ? places.get(answer) : undefined;
}

/** Records the place of an answer and returns the same answer. */
export function setPlace<Answer>(answer: Answer, place: Place | undefined): Answer {
  if (place && answer instanceof Object) places.set(answer, place);
  return answer;
}
