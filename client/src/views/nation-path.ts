/** Where a nation's page is. */
import type { NationId } from '../../../common/values/nations.ts';

export function nationPath(nationId: NationId): string {
  return `/nation/${nationId}`;
}
