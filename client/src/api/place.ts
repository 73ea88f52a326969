/**
 * Which rev of which data set the answers in the cache are of. Answers and pushes come from several
 * processes, each as far behind as it is, so their order of arrival says nothing.
 */
export interface Place {
  readonly epoch: string;
  /** Within an epoch the greater text is the newer. */
  readonly rev: string;
}

/** Beside the answers, so that nobody who shows one has to carry its place along. */
const places = new WeakMap<object, Place>();

/** Undefined for what names none: answers of older servers, and retries that are told an earlier state. */
export function placeOf(answer: unknown): Place | undefined {
  return answer instanceof Object ? places.get(answer) : undefined;
}

/** The same answer, from here on known to be of this place. */
export function setPlace<Answer>(answer: Answer, place: Place | undefined): Answer {
  if (place && answer instanceof Object) places.set(answer, place);
  return answer;
}
