/** The end of a dialog that scrolls: what finishes it stays at hand, below whatever scrolls by. */
import { styled } from 'styled-components';

export const DialogFoot = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  display: grid;
  gap: var(--space-2);
  padding-block-start: var(--space-2);
  margin-block-start: calc(-1 * var(--space-2));
  background: var(--surface-overlay);
  /* Covers the padding of the dialog's body below it, where else the rest would show through. */
  box-shadow: 0 var(--space-5) var(--surface-overlay);
`;
