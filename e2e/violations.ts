/** What axe objects to on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The current violations, each with the affected elements; of all rules, or of those that are named. */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // The pages have no frames, for which the other mode would open an extra page.
    .setLegacyMode()
    // Passing results are not read, so their elements need not be listed.
    .options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
