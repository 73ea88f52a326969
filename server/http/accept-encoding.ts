/** Which content coding a client prefers (RFC 9110, §12.5.3). */
import type { Coding } from './compress.ts';

/** Best first. */
const CODINGS = ['br', 'gzip'] as const;

/**
 * The best of our codings that is named; '*' is ignored, since such a client may not know how to decode any
 * of them.
 */
export function codingFor(accepted = ''): Coding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return CODINGS.find((coding) => (weights.get(coding) ?? 0) > 0) ?? 'identity';
}
