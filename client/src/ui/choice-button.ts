/** A choice of one among a few, in a row: the chosen one is underlined. */
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';

export const ChoiceGroup = styled.fieldset`
  display: flex;
  min-inline-size: 0;
`;

const choice = css`
  min-inline-size: var(--tap);
  min-block-size: var(--tap);
  padding-inline: var(--space-2);
  border-block-end: 2px solid transparent;
  color: var(--ink-muted);
  white-space: nowrap;

  &:hover {
    color: var(--ink);
  }

  &:is([aria-pressed='true'], [aria-selected='true'], [aria-current='true']) {
    border-block-end-color: var(--action-fill);
    color: var(--ink);
    font-weight: 600;
  }
`;

/** Chosen by `aria-pressed`, or by `aria-selected` in a list of tabs. */
export const ChoiceButton = styled.button`
  ${choice}
`;

/** A choice that the page's URL keeps; chosen by `aria-current`. */
export const ChoiceLink = styled(Link)`
  ${choice}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  text-decoration: none;
`;
