/** A placeholder for loading content, at its exact size, so that nothing jumps when it arrives. */
import { styled } from 'styled-components';

export const Skeleton = styled.span.attrs({ 'aria-hidden': true })<{
  readonly $width: string;
  readonly $height?: string;
}>`
  display: inline-block;
  vertical-align: middle;
  inline-size: ${({ $width }) => $width};
  max-inline-size: 100%;
  block-size: ${({ $height = '0.8em' }) => $height};
  border-radius: var(--radius);
  background: var(--surface-hover);
`;
