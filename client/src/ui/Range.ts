/** A slider as wide as its place, for a thumb. */
import { styled } from 'styled-components';

export const Range = styled.input.attrs({ type: 'range' })`
  display: block;
  inline-size: 100%;
  block-size: var(--tap);
  accent-color: var(--action-fill);
  cursor: pointer;
`;
