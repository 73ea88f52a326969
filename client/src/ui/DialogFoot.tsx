/** The end of a dialog that scrolls: what finishes it stays at hand, below whatever scrolls by. */
import { styled } from 'styled-components';

/** It makes up for the padding of the dialog's body below it. */
export const DialogFoot = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  display: grid;
  gap: var(--space-2);
  margin-block: calc(-1 * var(--space-2)) calc(-1 * var(--space-5));
  padding-block: var(--space-2) var(--space-5);
  background: var(--surface-overlay);

  @media (max-width: 30rem) {
    margin-block-end: calc(-1 * var(--space-4));
    padding-block-end: var(--space-4);
  }
`;
