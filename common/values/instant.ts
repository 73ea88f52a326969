/**
 * A moment on the game's clock: milliseconds since 1970 UTC. On the wire and in texts it is ISO
 * 8601 in UTC, to the millisecond.
 */
type Instant = number;

export function instantText(at: Instant): string {
  return new Date(at).toISOString();
}

/** @param text as `instantText` writes it. */
export function instantOf(text: string): Instant {
  return Date.parse(text);
}
