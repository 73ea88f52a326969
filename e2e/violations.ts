/** What axe objects to on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The current violations, each with the affected elements. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    // The pages have no frames, for which the other mode would open an extra page.
    .setLegacyMode()
    // Passing results are not read, so their elements need not be listed.
    .options({ resultTypes: ['violations'] })
    .analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
