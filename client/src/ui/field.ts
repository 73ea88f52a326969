/** A field of a form: its label, and what its control stands in. */
import { css, styled } from 'styled-components';

export const Label = styled.label`
  font-weight: 500;
`;

/** What a control stands in, with the buttons beside it. */
export const fieldFrame = css`
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-overlay);

  &:focus-within {
    border-color: var(--action);
    outline: 1px solid var(--action);
  }

  > input {
    inline-size: 100%;
    min-inline-size: 0;
    block-size: 3rem;
    border: 0;
    background: none;
    font-size: var(--text-lead);
  }

  > input:focus {
    outline: none;
  }
`;
