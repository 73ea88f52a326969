/** The motivational tip of the ranking page (SPEC.md §2): one at random with each visit. */
import { LOCK_TEXT, STAKE_EXAMPLE } from '../../views/facts.ts';

const TIPS = [
  `Every ${STAKE_EXAMPLE.dena} DENA you stake adds $${STAKE_EXAMPLE.gdp} to your GDP.`,
  'Ties go to whoever got there first. Being early is worth a rank.',
  'Stake cultural NFTs of your nation. Whoever stakes the most is its President.',
  `A stake is locked for ${LOCK_TEXT}. After that you can unstake it whenever you like.`,
  'National NFTs raise your territory, your production and your GDP.',
  'The leader was once last. One good stake can pass a dozen nations.',
] as const;

/** @param random 0 ≤ random < 1 */
export function tipAt(random: number): string {
  return TIPS[Math.floor(random * TIPS.length)] ?? TIPS[0];
}
