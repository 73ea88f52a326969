import { css } from 'styled-components';

/** A link in a line of 20 px: as high as a target must be (24 px, WCAG 2.5.8), while the line stays as it is. */
export const tapHeight = css`
  min-block-size: 26px;
  margin-block: -4px -2px;
`;
