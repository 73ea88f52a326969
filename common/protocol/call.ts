/** How one REST call is written down, once, for the server, the client and the OpenAPI document. */
import type { z } from 'zod';

/** A call: its path with `{parameters}`, its strict request schemas and an answer for each 2xx. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** Whether the body's walletAddress must be proven by a session (EIP-4361). */
  readonly needsSession: boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

/** Checks a call's shape and keeps its exact type. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}
