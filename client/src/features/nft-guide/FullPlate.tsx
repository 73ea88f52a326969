/** One plate as large as fits; at a press large enough to read, and it scrolls. */
import { useState } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';

const Magnify = styled.button`
  display: block;
  inline-size: 100%;
  cursor: zoom-in;

  /* Its smallest lettering is readable. */
  &[aria-pressed='true'] {
    inline-size: max(150%, 44rem);
    cursor: zoom-out;
  }
`;

export function FullPlate({
  kind,
  nationId,
  picture,
  onClose,
}: {
  readonly kind: NftKind;
  readonly nationId: NationId;
  /** The token's own; null if it is not known. */
  readonly picture: string | null;
  readonly onClose: () => void;
}) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <Dialog
      tall
      onClose={onClose}
      title={nftName(kind, nationId)}
      description={isLarge ? 'Press it to see all of it.' : 'Press it to read its lettering.'}
      width="calc(94dvh - 8rem)"
    >
      <Magnify
        type="button"
        aria-label="Magnify"
        aria-pressed={isLarge}
        onClick={() => setIsLarge(!isLarge)}
      >
        <PlatePicture kind={kind} nation={nationId} own={picture} eager />
      </Magnify>
    </Dialog>
  );
}
