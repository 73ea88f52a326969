/** A nation's name within a sentence. */
import { NATIONS, type NationId } from './nations.ts';

/** `Italy`, `the United States`. */
export function nationInText(nationId: NationId): string {
  return nationId === 'usa' ? `the ${NATIONS.usa.name}` : NATIONS[nationId].name;
}
