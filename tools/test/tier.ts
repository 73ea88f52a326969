/**
 * The tiers of the tests, and the environment variable that tells the suites which tier runs. File names
 * decide which tier a file belongs to: see README.md and test.ts.
 */
export const TIERS = ['quick', 'standard', 'long'] as const;
export type Tier = (typeof TIERS)[number];

/** Playwright's configuration reads it too: `long` selects the `*.long.spec.ts` files. */
export const TIER_VARIABLE = 'DENARIA_TEST_TIER';

export function isTier(text: string | undefined): text is Tier {
  return TIERS.some((tier) => tier === text);
}
