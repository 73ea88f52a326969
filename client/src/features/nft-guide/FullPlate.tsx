/** One plate as large as fits. */
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';

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
  return (
    <Dialog tall onClose={onClose} title={nftName(kind, nationId)} width="calc(94dvh - 6rem)">
      <PlatePicture kind={kind} nation={nationId} own={picture} eager />
    </Dialog>
  );
}
