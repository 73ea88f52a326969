/** Only for screen readers. */
import { css, styled } from 'styled-components';

/** For parts that are hidden on some screens only. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;

/** Read out when its text changes, and invisible. */
export const HiddenStatus = styled.output`
  ${visuallyHidden}
`;
