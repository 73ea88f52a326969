/** Says for good that a game is played for trial: a line at the foot of the window, which covers nothing. */
import { styled } from 'styled-components';
import { useRehearsal } from '../api/config.ts';

const Line = styled.p`
  position: sticky;
  inset-block-end: var(--window-foot);
  /* Above the page, below what is offered in the same place. */
  z-index: 14;
  padding: 0 var(--page-gutter);
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.75rem;
  text-align: center;
`;

export function Rehearsal() {
  const words = useRehearsal();
  return words && <Line>{words}</Line>;
}
