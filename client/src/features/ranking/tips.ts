/** The motivational tip of the ranking page [SCR42]: one at random on each visit. */
import { LOCK_TEXT, STAKE_EXAMPLE } from '../../views/facts.ts';

export const TIPS = [
  `Every ${STAKE_EXAMPLE.dena} DENA you stake adds $${STAKE_EXAMPLE.gdp} to your GDP.`,
  'Ties go to the first player to get there. Being early is worth a rank.',
  'Stake cultural NFTs of your nation. The player who stakes the most is its President.',
  `A stake is locked for ${LOCK_TEXT}. After that you can unstake it whenever you like.`,
  'National NFTs raise your territory, your production and your GDP.',
  'The leader was once last. One good stake can pass a dozen nations.',
] as const;

/** @param random 0 ≤ random < 1 */
export function tipAt(random: number): string {
  return TIPS[Math.floor(random * TIPS.length)] ?? TIPS[0];
}
