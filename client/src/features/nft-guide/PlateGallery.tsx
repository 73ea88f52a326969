/** All eight plates, two per nation side by side, with what each earns; each opens at full size. */
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { FlagName, FourColumns, SectionTitle } from '../../ui/layout/sections.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Row } from '../../ui/layout/boxes.ts';
import { lateOnPress } from '../../ui/late.tsx';
import { Muted } from '../../ui/text.ts';
import { copyWorth, earningsOf } from '../../views/earnings.ts';
import { OwnOfferLine } from '../../views/forecast/OfferLine.tsx';
import { useToken } from '../../views/use-token.ts';

const FullPlate = lateOnPress(() => import('./FullPlate.tsx').then((module) => module.FullPlate));

const Section = styled.section`
  margin-block-start: var(--space-8);
  padding-block-start: var(--space-6);
  border-block-start: 1px solid var(--rule);

  > p {
    max-inline-size: 60ch;
    margin-block: var(--space-2) var(--space-6);
  }
`;

const Article = styled.article`
  position: relative;

  > img {
    margin-block-end: var(--space-1);
    border: 1px solid var(--rule-strong);
  }
`;

/** Placed beside the name; its click area covers the whole plate. */
const Open = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--tap);
  color: var(--action);
  font-size: var(--text-caption);
  cursor: zoom-in;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

interface Shown {
  readonly kind: NftKind;
  readonly nationId: NationId;
}

export function PlateGallery() {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Section aria-labelledby="plates">
      <SectionTitle id="plates">The eight plates</SectionTitle>
      <Muted>
        Each nation has two: its land and a work of art. The figures are for one copy, for as long
        as it is staked. Select a plate to see it at full size.
      </Muted>
      <FourColumns $gap={5} $single>
        {NATION_LIST.flatMap(({ id }) =>
          (['national', 'cultural'] as const).map((kind) => (
            <li key={`${kind} ${id}`}>
              <Plate kind={kind} nationId={id} onOpen={() => setShown({ kind, nationId: id })} />
            </li>
          )),
        )}
      </FourColumns>
      {shown && <FullPlate.Component {...shown} onClose={close} onMissing={close} />}
    </Section>
  );
}

function Plate({ kind, nationId, onOpen }: Shown & { readonly onOpen: () => void }) {
  // What a work of art adds comes from the game [NFT2]; what land adds, from the token [NFT1].
  const token = useToken(kind === 'national' ? nationId : null, kind);
  const worth = copyWorth(kind, nationId, token.metadata);
  const name = nftName(kind, nationId);
  return (
    <Article aria-label={kind === 'national' ? `${name}, National NFT` : `${name}, Cultural NFT`}>
      <PlatePicture kind={kind} nation={nationId} />
      <Row $justify="space-between" $gap={[0, 1]} $wrap>
        <FlagName>
          <Flag nation={nationId} height={16} />
          <span>{name}</span>
        </FlagName>
        <Open
          type="button"
          aria-label={`See ${name} at full size`}
          onClick={onOpen}
          onPointerEnter={() => void FullPlate.load()}
        >
          <Maximize2 size={16} aria-hidden />
          Full size
        </Open>
      </Row>
      <Facts beside facts={earningsOf(kind, nationId, worth)} />
      <OwnOfferLine kind={kind} nationId={nationId} worth={worth} />
    </Article>
  );
}
