/** A tip, at random with each visit; its place is kept until the browser has chosen. */
import { useState } from 'react';
import { styled } from 'styled-components';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { tipAt } from './tips.ts';

const Words = styled.p`
  /* The longest takes two lines. Where others stand beside it does not hang on which it is. */
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
  return <Words>{useInBrowser() && tip}</Words>;
}
