import type { z } from 'zod';

/** What this browser saved as JSON, by its schema; null if it is nothing, or nothing readable. */
export function parseSaved<S extends z.ZodType>(schema: S, text: string | null) {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    console.warn('What this browser saved cannot be read:', error);
    return null;
  }
}
