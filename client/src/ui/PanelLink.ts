/** A link beside a panel's title: as high as a thumb needs, without stretching the title's row. */
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';

export const panelLink = css`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--tap);
  margin-block: calc(-1 * var(--space-3));
  padding-inline: var(--space-2);
  margin-inline-end: calc(-1 * var(--space-2));
  color: var(--action);
  font-size: var(--text-body);
  font-weight: 500;
`;

export const PanelLink = styled(Link)`
  ${panelLink}
`;
