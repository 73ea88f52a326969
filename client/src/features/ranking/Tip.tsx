/**
 * A tip, at random on each visit [SCR42]. The page's HTML has them all, hidden, and its first
 * script shows one of them (tools/production/late-scripts.ts); without scripts the first is shown.
 */
import { useState } from 'react';
import { styled } from 'styled-components';
import { KeepServerHtml } from '../../ui/KeepServerHtml.tsx';
import { LOCK_TEXT, STAKE_EXAMPLE } from '../../views/facts.ts';

const TIPS = [
  `Every ${STAKE_EXAMPLE.dena} DENA you stake adds $${STAKE_EXAMPLE.gdp} to your GDP.`,
  'Ties go to the first player to get there. Being early is worth a rank.',
  'Stake cultural NFTs of your nation. The player who stakes the most is its President.',
  `A stake is locked for ${LOCK_TEXT}. Then unstake it whenever you like.`,
  'National NFTs raise your territory, your production and your GDP.',
  'The leader was once last. One good stake can pass a dozen players.',
] as const;

/** Not a paragraph, which can't contain the box of a part that stands still. */
const Words = styled.div`
  /* The longest tip takes two lines; the layout around it is the same whichever is shown. */
  display: grid;
  align-items: center;
  min-block-size: 2lh;
  max-inline-size: 54ch;
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--action);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.35;

  @media (scripting: none) {
    [data-one-of] > :first-child {
      display: inline;
    }
  }
`;

export function Tip() {
  const [tip] = useState(() => TIPS[Math.floor(Math.random() * TIPS.length)]);
  return (
    <Words>
      <KeepServerHtml name="tip" until={false} serverContent={<AnyTip />}>
        <span>{tip}</span>
      </KeepServerHtml>
    </Words>
  );
}

function AnyTip() {
  return (
    <span data-one-of>
      {TIPS.map((tip) => (
        <span key={tip} hidden>
          {tip}
        </span>
      ))}
    </span>
  );
}
