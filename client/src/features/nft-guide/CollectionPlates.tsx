/** A collection's four plates, with what each earns; each opens at full size. */
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { NFT_KIND_NAMES, nftName } from '../../../../common/values/nft-names.ts';
import { useRules } from '../../api/config.ts';
import { FlagName } from '../../ui/layout/sections.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { lateOnPress } from '../../ui/late.tsx';
import { copyWorth, landOf } from '../../views/earnings.ts';
import type { CopyWorth } from '../../views/staked.ts';
import { useToken } from '../../views/use-token.ts';

const FullPlate = lateOnPress(() => import('./FullPlate.tsx').then((module) => module.FullPlate));

/**
 * Four in a line; where they have no room they are drawn past the edge, with the next one in sight.
 */
const Plates = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-4);

  @media (max-width: 63.99rem) {
    grid-template-columns: none;
    grid-auto-columns: min(15rem, 72%);
    grid-auto-flow: column;
    padding-inline: var(--card-gutter);
    margin-inline: calc(-1 * var(--card-gutter));
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scroll-padding-inline: var(--card-gutter);
    scroll-snap-type: x mandatory;

    > li {
      scroll-snap-align: start;
    }
  }

  /*
   * All eight would be near enough to be fetched at once; those out of sight come with their row.
   */
  @media ${PHONE} {
    > :nth-child(n + 3) {
      content-visibility: auto;
      contain-intrinsic-size: auto 20rem;
    }
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
  justify-content: end;
  min-block-size: var(--tap);
  min-inline-size: var(--tap);
  color: var(--action);
  cursor: zoom-in;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

export function CollectionPlates({ kind }: { readonly kind: NftKind }) {
  return (
    <Plates>
      {NATION_LIST.map(({ id }) => (
        <li key={id}>
          <Plate kind={kind} nationId={id} />
        </li>
      ))}
    </Plates>
  );
}

function Plate({ kind, nationId }: { readonly kind: NftKind; readonly nationId: NationId }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  // What a cultural NFT adds comes from the game [NFT2]; what land adds, from the token [NFT1].
  const token = useToken(kind === 'national' ? nationId : null, kind);
  const { culturalGdpBonus, startingGdp } = useRules();
  const worth = copyWorth(kind, culturalGdpBonus[nationId], token.metadata);
  const name = nftName(kind, nationId);
  return (
    <Article aria-label={`${name}, ${NFT_KIND_NAMES[kind]}`}>
      <PlatePicture kind={kind} nation={nationId} own={token.picture} />
      <Row $justify="space-between">
        <FlagName>
          <Flag nation={nationId} height={16} />
          <span>{name}</span>
        </FlagName>
        <Open
          type="button"
          aria-label={`See ${name} at full size`}
          onClick={() => setIsOpen(true)}
          onPointerEnter={() => void FullPlate.load()}
        >
          <Maximize2 size={16} aria-hidden />
        </Open>
      </Row>
      <Facts beside facts={factsOf(kind, worth, startingGdp[nationId])} />
      {isOpen && (
        <FullPlate.Component
          kind={kind}
          nationId={nationId}
          picture={token.picture}
          onClose={close}
          onMissing={close}
        />
      )}
    </Article>
  );
}

/** What one adds while it is staked; of land whose token is not read there is nothing to say. */
function factsOf(kind: NftKind, worth: CopyWorth | null, startingGdp: number): readonly Fact[] {
  if (kind === 'cultural') {
    return [{ label: 'GDP', value: formatDeltaDollars(worth?.culturalGdpBonus ?? 0) }];
  }
  const land = worth && landOf(startingGdp, worth);
  const unknown = <Skeleton $width="4rem" />;
  return [
    { label: 'Territory', value: land ? `+${land.territory}` : unknown },
    { label: 'Production', value: land ? `+${land.production}` : unknown },
    { label: 'GDP', value: land ? land.gdp : unknown },
  ];
}
