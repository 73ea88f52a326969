/** A choice of one among a few, in a row: the chosen one is underlined. */
import { styled } from 'styled-components';

export const ChoiceGroup = styled.fieldset`
  display: flex;
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** Chosen by `aria-pressed`, or by `aria-selected` in a list of tabs. */
export const ChoiceButton = styled.button`
  min-inline-size: var(--tap);
  min-block-size: var(--tap);
  padding-inline: var(--space-2);
  border: 0;
  border-block-end: 2px solid transparent;
  background: none;
  color: var(--ink-muted);
  font: inherit;
  white-space: nowrap;
  cursor: pointer;

  &:hover {
    color: var(--ink);
  }

  &:is([aria-pressed='true'], [aria-selected='true']) {
    border-block-end-color: var(--action-fill);
    color: var(--ink);
    font-weight: 600;
  }
`;
