/** The text of a toast for a failed action. */
import { ApiError } from './api-error.ts';

/**
 * The failure's own message: `status: body` of a refused call [TXT1], otherwise the wallet's or the
 * network's message; `otherwise` if there is none.
 */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof Error && error.message) || otherwise;
}

/** The reason of a failure whose message has its own text [TXT1]; undefined if there is none. */
export function failureReason(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.body : error instanceof Error && error.message;
  return reason || undefined;
}
