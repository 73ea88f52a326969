/** One of the eight plates of the atlas. */
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';

type PlateKind = 'national' | 'cultural';

/** Their addresses, by file. */
const PLATES = import.meta.glob<string>('./plates/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Reserves a square before the picture loads. */
const Picture = styled.img`
  display: block;
  inline-size: 100%;
  block-size: auto;
  aspect-ratio: 1;
  background: var(--surface-sunken);
`;

/** A plate's size in its own units: nothing in it is too small to read at that many pixels. */
const PLATE_SIDE = 1000;

export function PlatePicture({
  kind,
  nation,
  alt,
  eager = false,
  className,
}: {
  readonly kind: PlateKind;
  readonly nation: OutlineId;
  /** What it shows; empty if the text beside it says so. */
  readonly alt: string;
  /** Fetched immediately, instead of when it comes near the window. */
  readonly eager?: boolean;
  readonly className?: string;
}) {
  return (
    <Picture
      src={PLATES[`./plates/${kind}-${nation}.svg`]}
      alt={alt}
      width={PLATE_SIDE}
      height={PLATE_SIDE}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
