/** The motivational tip of the ranking page (SPEC.md §2): one at random with each visit. */
const TIPS = [
  'Every 10,000 DENA you stake adds 1,000 to your GDP. Small stakes count too.',
  'A tie goes to whoever reached the GDP first: being early is worth a rank.',
  'Stake cultural NFTs of your nation: whoever staked the most is its President.',
  'A lock lasts 7 days. Stake today, and next week the choice is yours again.',
  'National NFTs raise territory and production at once: your land works for your rank.',
  'The leader was once last. One good stake can pass a dozen nations.',
] as const;

/** @param random 0 ≤ random < 1 */
export function tipAt(random: number): string {
  return TIPS[Math.floor(random * TIPS.length)] ?? TIPS[0];
}
