/** The game's plates side by side: a nation's or a player's land, national and cultural NFTs. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { nftName } from '../../../common/values/nft-names.ts';
import { neatlineFrame } from '../ui/atlas/neatline.ts';
import { PHONE } from '../ui/layout/boxes.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelLink } from '../ui/PanelRows.tsx';
import { Phrases } from '../ui/Phrases.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Caption, Subheading } from '../ui/text.ts';
import { PlatePicture } from './PlatePicture.tsx';

/** In one line; on a phone two beside each other, below a map as wide as the panel. */
const Line = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: var(--space-5);

  @media ${PHONE} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    grid-auto-flow: row;
    gap: var(--space-4) var(--space-3);

    > :nth-last-child(3) {
      grid-column: 1 / -1;
    }
  }
`;

const Plate = styled.figure`
  min-inline-size: 0;

  > figcaption {
    margin-block-start: var(--space-2);
  }
`;

/** As high as the square plates beside it. */
const Ground = styled.div`
  display: grid;
  min-inline-size: 0;
  aspect-ratio: 1;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);

  > div {
    container-type: size;
    display: grid;
    align-items: center;
    padding: var(--space-5);
    overflow: hidden;
  }
`;

export function Plates({
  title,
  figure,
  children,
}: {
  readonly title: string;
  readonly figure?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <Panel title={title} figure={figure} aside={<PanelLink to="/nft">All at full size</PanelLink>}>
      <Line>{children}</Line>
    </Panel>
  );
}

interface Words {
  readonly title: string;
  /** Null while they are unknown. */
  readonly facts: string | null;
}

function Figcaption({ title, facts }: Words) {
  return (
    <figcaption>
      <Subheading>{title}</Subheading>
      <Caption as="p">
        {facts === null ? <Skeleton $width="12rem" /> : <Phrases>{facts}</Phrases>}
      </Caption>
    </figcaption>
  );
}

export function MapPlate({ children, ...words }: Words & { readonly children: ReactNode }) {
  return (
    <Plate>
      <Ground>
        <div>{children}</div>
      </Ground>
      <Figcaption {...words} />
    </Plate>
  );
}

export function WorkPlate({
  kind,
  nationId,
  picture,
  isMissing = false,
  title = nftName(kind, nationId),
  facts,
}: Omit<Words, 'title'> & {
  readonly kind: NftKind;
  readonly nationId: NationId;
  /** Its URL; empty if there is none, null while it is unknown. */
  readonly picture: string | null;
  /** None is held: it is only hinted at. */
  readonly isMissing?: boolean;
  readonly title?: string;
}) {
  return (
    <Plate>
      <div style={isMissing ? { opacity: 0.35 } : undefined}>
        <PlatePicture kind={kind} nation={nationId} own={picture} />
      </div>
      <Figcaption title={title} facts={facts} />
    </Plate>
  );
}
