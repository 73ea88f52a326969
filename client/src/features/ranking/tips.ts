/** The motivational tip of the ranking page (SPEC.md §2): one at random with each visit. */
import { LOCK_TEXT, STAKE_EXAMPLE } from '../../views/facts.ts';

const TIPS = [
  `Every ${STAKE_EXAMPLE.dena} DENA you stake adds $${STAKE_EXAMPLE.gdp} to your GDP.`,
  'A tie goes to whoever reached the GDP first: being early is worth a rank.',
  'Stake cultural NFTs of your nation: whoever staked the most is its President.',
  `A lock lasts ${LOCK_TEXT}. Stake today, and after that the choice is yours again.`,
  'National NFTs raise territory and production at once: your land works for your rank.',
  'The leader was once last. One good stake can pass a dozen nations.',
] as const;

/** @param random 0 ≤ random < 1 */
export function tipAt(random: number): string {
  return TIPS[Math.floor(random * TIPS.length)] ?? TIPS[0];
}
