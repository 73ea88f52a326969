/** Rows across a panel: of players, of nations. */
import { css, styled } from 'styled-components';
import { figures } from '../ui/text.ts';

export const PanelRows = styled.ol`
  position: relative;
`;

export const panelRow = css`
  position: relative;
  isolation: isolate;
  display: grid;
  gap: var(--space-3);
  align-items: center;
  padding-inline: var(--space-5);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  &[data-own] {
    background: var(--surface-hover);
    box-shadow: inset 3px 0 0 var(--action);
  }

  > strong {
    font-weight: 600;
    ${figures}
  }

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

export const RowRank = styled.span`
  color: var(--ink-muted);
  ${figures}
`;

export const RowPerson = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
`;
