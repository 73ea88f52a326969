/** What a toast says of an action that failed. */
import { ApiError } from './api-error.ts';

/**
 * The sentence that came with the failure: the server's own words without its status code, otherwise
 * what the wallet or the network had to say; `otherwise` where nobody said anything.
 */
export function failureText(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.body || otherwise;
  return (error instanceof Error && error.message) || otherwise;
}
