/** The game's plates at full size, side by side: a nation's land, its national and its cultural NFTs. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { neatlineFrame } from '../ui/atlas/neatline.ts';
import { TokenPicture } from '../ui/atlas/TokenPicture.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

export const Works = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: var(--space-6) var(--space-5);
`;

const Title = styled.h2`
  margin-block-end: var(--space-4);
  font-size: var(--text-heading);
`;

export function WorksHead({ id, title }: { readonly id: string; readonly title: string }) {
  return <Title id={id}>{title}</Title>;
}

const Plate = styled.figure`
  display: grid;
  align-content: start;
  min-inline-size: 0;
  margin: 0;

  > figcaption {
    margin-block-start: var(--space-3);
  }
`;

const Name = styled.h3`
  font-size: var(--text-lead);
`;

const Facts = styled.p`
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;
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
    display: grid;
    align-items: center;
    padding: var(--space-5);
    overflow: hidden;
  }
`;

const Missing = styled.div<{ $isMissing: boolean }>`
  > div {
    border-radius: 0;
    ${({ $isMissing }) => $isMissing && 'border-style: dashed; opacity: 0.75;'}
  }
`;

interface Caption {
  readonly title: string;
  /** Null while they are unknown. */
  readonly facts: string | null;
  /** What one copy would bring the player. */
  readonly offer?: ReactNode;
}

function Words({ title, facts, offer }: Caption) {
  return (
    <figcaption>
      <Name>{title}</Name>
      <Facts>{facts ?? <Skeleton $width="12rem" />}</Facts>
      {offer}
    </figcaption>
  );
}

export function MapPlate({ children, ...caption }: Caption & { readonly children: ReactNode }) {
  return (
    <Plate>
      <Ground>
        <div>{children}</div>
      </Ground>
      <Words {...caption} />
    </Plate>
  );
}

export function WorkPlate({
  kind,
  nationId,
  picture,
  isMissing = false,
  ...caption
}: Caption & {
  readonly kind: NftKind;
  readonly nationId: NationId;
  /** Its URL; empty if there is none, null while it is unknown. */
  readonly picture: string | null;
  /** There is no picture: an outline replaces it. */
  readonly isMissing?: boolean;
}) {
  return (
    <Plate>
      <Missing $isMissing={isMissing}>
        <TokenPicture
          src={picture}
          nation={nationId}
          kind={kind === 'national' ? 'land' : 'culture'}
        />
      </Missing>
      <Words {...caption} />
    </Plate>
  );
}
