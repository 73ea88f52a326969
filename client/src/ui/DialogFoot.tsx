/**
 * The foot of a scrolling dialog: what one consents to, and below it the final action. Both stay in
 * sight while the content scrolls.
 */
import { styled } from 'styled-components';
import { LOW } from './layout/boxes.ts';

export const DialogFoot = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  display: grid;
  gap: var(--space-2);
  padding-block-start: var(--space-3);
  margin-block-start: calc(-1 * var(--space-2));
  background: var(--surface-overlay);
  /*
   * Covers the padding of the dialog's body below it, where content would otherwise show through.
   */
  box-shadow: 0 var(--space-6) var(--surface-overlay);
  border-block-start: 1px solid var(--rule);

  /* It would cover what it is about. */
  @media ${LOW} {
    position: static;
  }
`;

/** The action, and the way out beside it. */
export const FootButtons = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: var(--space-3);
`;
