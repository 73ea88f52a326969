/** Parsing of query string values. */
import { z } from 'zod';

/** An integer between `min` and `max`, inclusive. */
export function queryInt(name: string, min: number, max: number) {
  const sentence =
    max === Number.MAX_SAFE_INTEGER
      ? `${name} is a whole number, ${min} or more.`
      : `${name} is a whole number from ${min} to ${max}.`;
  return z
    .string({ error: sentence })
    .regex(/^(0|[1-9][0-9]{0,14})$/, { error: sentence })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: sentence });
}
