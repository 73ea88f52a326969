/** A short label: a rank, an owner, a state. Never a button. */
import { styled } from 'styled-components';

export const Badge = styled.span<{ readonly $tone?: 'plain' | 'action' }>`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  padding: 0 var(--space-1);
  border: 1px solid ${({ $tone }) => ($tone === 'action' ? 'var(--action)' : 'var(--rule-strong)')};
  border-radius: var(--radius);
  color: ${({ $tone }) => ($tone === 'action' ? 'var(--action)' : 'var(--ink-muted)')};
  font-size: var(--text-caption);
  font-weight: 500;
  line-height: 1.125rem;
  white-space: nowrap;

  /* In a narrow place the words shrink, never the mark. */
  > svg {
    flex: none;
  }
`;
