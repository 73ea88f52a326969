/**
 * A nation as it is introduced everywhere: its outline, its flag and name, and a few lines about
 * it. As the head of its page or on a card; a card may be a button, so nothing in it is more than a
 * phrase.
 */
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { Flag } from '../ui/atlas/Flag.tsx';
import { NationMap } from '../ui/atlas/NationMap.tsx';

const Name = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-3);
  align-items: center;
  font-family: var(--font-display);
  font-size: var(--text-heading);
  line-height: 1.1;
`;

const Words = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  align-content: start;
`;

const Land = styled.span`
  min-inline-size: 0;

  > svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
`;

const page = css`
  grid-template-columns: minmax(0, 1fr) min(34rem, 46%);
  align-items: center;

  > ${Words} {
    gap: var(--space-3);
  }

  ${Name} {
    gap: var(--space-2) var(--space-4);
    font-size: var(--text-display);
    letter-spacing: -0.025em;
    line-height: 1;
  }

  > ${Land} {
    block-size: 15rem;
    padding-block: var(--space-2);
    overflow: hidden;
  }

  > ${Land} > svg {
    mask-image: linear-gradient(90deg, transparent, #000 14% 86%, transparent);
  }

  /* A phone has no room to spare: the map lies at the end of the lines below the title. */
  @media (max-width: 42rem) {
    grid-template-columns: minmax(0, 1fr);

    > ${Land} {
      position: absolute;
      inset-block-start: calc(var(--text-display) + var(--space-1));
      inset-inline-end: calc(-1 * var(--space-3));
      z-index: -1;
      inline-size: 6rem;
      block-size: 4.25rem;
      padding: 0;
      opacity: 0.5;
    }

    [data-graticule] {
      display: none;
    }
  }
`;

const card = css`
  grid-template-columns: 8rem minmax(0, 1fr);

  > ${Land} {
    order: -1;
    block-size: 8rem;
    align-self: center;
  }

  @media (max-width: 64rem) {
    grid-template-columns: 3.75rem minmax(0, 1fr);

    > ${Land} {
      block-size: 5rem;
      align-self: start;
    }

    ${Name} {
      gap: var(--space-2);
    }
  }
`;

const Head = styled.span<{ $size: 'page' | 'card' }>`
  position: relative;
  display: grid;
  gap: var(--space-4);
  isolation: isolate;
  ${({ $size }) => ($size === 'page' ? page : card)}
`;

export function NationHead({
  nationId,
  size,
  light = 0.6,
  beside,
  children,
}: {
  readonly nationId: NationId;
  readonly size: 'page' | 'card';
  /** How strongly its land is lit, 0..1. */
  readonly light?: number;
  /** Behind its name. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  const isPage = size === 'page';
  return (
    <Head as={isPage ? 'header' : 'span'} $size={size}>
      <Words as={isPage ? 'div' : 'span'}>
        <Name as={isPage ? 'h1' : 'span'}>
          <Flag nation={nationId} height={isPage ? 36 : 18} />
          <span>{NATIONS[nationId].name}</span>
          {beside}
        </Name>
        {children}
      </Words>
      <Land>
        <NationMap
          nation={nationId}
          on={isPage ? '--surface' : '--surface-raised'}
          light={light}
          graticule={isPage}
          small={!isPage}
          capital
        />
      </Land>
    </Head>
  );
}

export const PLACES = ['First', 'Second', 'Third', 'Last'] as const;

/** `First of four`. @param rank from 1. */
export function placeText(rank: number): string {
  return `${PLACES[rank - 1] ?? rank} of four`;
}
