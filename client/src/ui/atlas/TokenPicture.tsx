/** An NFT's picture; an engraving of our own replaces it if there is none. */
import { useState } from 'react';
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';
import { Landmark } from './Landmark.tsx';
import { NationMap } from './NationMap.tsx';

/** A square, as wide as the space it gets. */
const Frame = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  inline-size: 100%;
  aspect-ratio: 1;
  overflow: hidden;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-sunken);
  color: var(--ink-faint);

  > img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  > svg {
    inline-size: 74%;
    block-size: 74%;
  }
`;

export function TokenPicture({
  src,
  nation,
  kind,
  label,
}: {
  /** Null while it is unknown, empty if there is none. */
  readonly src: string | null;
  readonly nation: OutlineId;
  readonly kind: 'national' | 'cultural';
  /** Names it if no text beside it does. */
  readonly label?: string;
}) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src === null) return <Frame aria-hidden />;
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  if (src === '' || src === failedSrc) {
    return (
      <Frame {...named} data-placeholder>
        {kind === 'national' ? (
          <NationMap nation={nation} on="--surface-sunken" light={0.2} small />
        ) : (
          <Landmark nation={nation} />
        )}
      </Frame>
    );
  }
  return (
    <Frame>
      <img
        src={src}
        alt={label ?? ''}
        decoding="async"
        draggable={false}
        onError={() => setFailedSrc(src)}
      />
    </Frame>
  );
}
