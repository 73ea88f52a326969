/**
 * The tiers of the tests, and the environment variable by which a run tells its suites which one it
 * is. Which files belong to a tier goes by their names: see README.md and test.ts.
 */
export const TIERS = ['quick', 'standard', 'long'] as const;
export type Tier = (typeof TIERS)[number];

/** Playwright's configuration reads it as well: `long` selects the `*.long.spec.ts`. */
export const TIER_VARIABLE = 'DENARIA_TEST_TIER';

export function isTier(text: string | undefined): text is Tier {
  return TIERS.some((tier) => tier === text);
}
