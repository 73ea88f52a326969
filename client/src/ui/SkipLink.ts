/** A link past what stands before a part of the page; visible while it has the focus. */
import { styled } from 'styled-components';

export const SkipLink = styled.a`
  position: fixed;
  inset-block-start: var(--space-2);
  inset-inline-start: var(--space-2);
  z-index: 40;
  padding: var(--space-3) var(--space-4);
  background: var(--button);
  color: var(--on-button);
  font-weight: 600;

  &:not(:focus) {
    transform: translateY(-200%);
  }
`;
