/** What a toast says of an action that failed. */
import { ApiError } from './api-error.ts';

/**
 * The failure's own message: of a refused call `status: body` (SPEC.md §8), otherwise what the wallet
 * or the network had to say; `otherwise` where nobody said anything.
 */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof Error && error.message) || otherwise;
}

/** Why something failed that has words of its own (SPEC.md §8); undefined where nobody said. */
export function failureReason(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.body : error instanceof Error && error.message;
  return reason || undefined;
}
