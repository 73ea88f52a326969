/** The layout that the dialogs of resources share. */
import { styled } from 'styled-components';

export const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
`;

export const Choices = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-2);
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;

  > legend {
    margin-block-end: var(--space-2);
    padding: 0;
    font-weight: 500;
  }
`;

export const Sum = styled.dl`
  font-variant-numeric: tabular-nums;

  > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--space-4);
    padding-block: var(--space-1);
  }

  > div + div {
    color: var(--ink-muted);
  }

  dd {
    margin: 0;
    font-weight: 500;
  }

  > :first-child dd {
    font-size: var(--text-heading);
    font-weight: 600;
  }
`;

export const Hint = styled.p<{ $isProblem: boolean }>`
  min-block-size: 1.5em;
  color: ${({ $isProblem }) => ($isProblem ? 'var(--fall)' : 'var(--ink-muted)')};
  font-size: var(--text-caption);
`;
