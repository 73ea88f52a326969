/** The path of a nation's page. */
import type { NationId } from '../../../common/values/nations.ts';

export function nationPath(nationId: NationId): string {
  return `/nation/${nationId}`;
}
