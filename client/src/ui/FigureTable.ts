/**
 * A table of figures in a form or a dialog: what it is at the start of a row, figures at its end.
 */
import { styled } from 'styled-components';

export const FigureTable = styled.table`
  inline-size: 100%;

  th,
  td {
    padding: var(--space-1) 0;
    border-block-start: 1px solid var(--rule);
    font-weight: 400;
    text-align: end;
    vertical-align: baseline;
    white-space: nowrap;
  }

  th {
    color: var(--ink-muted);
  }

  th:first-child {
    text-align: start;
  }

  thead th {
    border: 0;
    font-size: var(--text-caption);
  }

  /* Two columns of millions still fit a phone. */
  @media (max-width: 30rem) {
    font-size: var(--text-caption);
  }
`;
