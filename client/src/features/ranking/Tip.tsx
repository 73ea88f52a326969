/** A tip, at random: the page's HTML has one with each rendering, a navigation picks another. */
import { useState } from 'react';
import { styled } from 'styled-components';
import { Still } from '../../ui/Still.tsx';
import { tipAt } from './tips.ts';

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
`;

export function Tip() {
  const [tip] = useState(() => tipAt(Math.random()));
  return (
    <Words>
      <Still name="tip" until={false}>
        {tip}
      </Still>
    </Words>
  );
}
