/** One of the eight plates of the atlas. */
import { useState } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { type NationId, nationInText } from '../../../common/values/nations.ts';
import { nftName } from '../../../common/values/nft-names.ts';

/** Their addresses, by file. */
const PLATES = import.meta.glob<string>('../ui/atlas/plates/*.svg', {
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
  own,
  eager = false,
}: {
  readonly kind: NftKind;
  readonly nation: NationId;
  /** The token's own picture, which has its figures; null or empty if it is not known. */
  readonly own?: string | null | undefined;
  /** Fetched immediately, instead of when it comes near the window. */
  readonly eager?: boolean;
}) {
  const [failed, setFailed] = useState<string>();
  return (
    <Picture
      src={own && own !== failed ? own : PLATES[`../ui/atlas/plates/${kind}-${nation}.svg`]}
      onError={() => setFailed(own ?? undefined)}
      alt={
        kind === 'national'
          ? `An old map of ${nationInText(nation)}`
          : `${nftName(kind, nation)}, engraved`
      }
      width={PLATE_SIDE}
      height={PLATE_SIDE}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
