/** What axe objects to on a page. */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/**
 * The current violations, each with the affected elements; of all rules, or of those that are
 * named.
 */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  // Half a megabyte, once a document rather than at every look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    // Passing results are not read, so their elements need not be listed.
    resultTypes: ['violations'],
    ...(rules.length > 0 && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(options)})`,
  );
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
