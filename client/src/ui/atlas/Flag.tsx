/** A nation's flag, flat and rectangular, always the same height beside text. */
import AR from 'country-flag-icons/react/3x2/AR';
import CN from 'country-flag-icons/react/3x2/CN';
import IT from 'country-flag-icons/react/3x2/IT';
import US from 'country-flag-icons/react/3x2/US';
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';

const FLAGS: Readonly<Record<OutlineId, typeof US>> = {
  usa: US,
  italy: IT,
  argentina: AR,
  china: CN,
};

const Frame = styled.span<{ $height: number }>`
  display: inline-block;
  flex: none;
  inline-size: ${({ $height }) => $height * 1.5}px;
  block-size: ${({ $height }) => $height}px;
  overflow: hidden;
  border-radius: 1px;
  /* White stripes need an edge on paper. */
  box-shadow: 0 0 0 1px color-mix(in srgb, var(--ink) 22%, transparent);

  svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;

/** `label` names it if no text beside it does. */
export function Flag({
  nation,
  height = 16,
  label,
}: {
  readonly nation: OutlineId;
  readonly height?: number;
  readonly label?: string;
}) {
  const Picture = FLAGS[nation];
  return (
    <Frame
      $height={height}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <Picture />
    </Frame>
  );
}
