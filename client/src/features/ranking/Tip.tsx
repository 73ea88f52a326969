/**
 * A tip, at random on each visit [SCR42]. The page's HTML has them all, hidden, and its first script shows one
 * of them (tools/production/late-scripts.ts); without scripts the first is shown.
 */
import { useState } from 'react';
import { styled } from 'styled-components';
import { Still } from '../../ui/Still.tsx';
import { tipAt, TIPS } from './tips.ts';

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
  const [tip] = useState(() => tipAt(Math.random()));
  return (
    <Words>
      <Still name="tip" until={false} standing={<AnyTip />}>
        <span>{tip}</span>
      </Still>
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
