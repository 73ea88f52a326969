/** The standings board's layout: a column beside the list, or a strip above it. */
import { styled } from 'styled-components';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** Px. */
const CARD = { column: 132, strip: 108 } as const;
const HEAD = 32;
/** Below this width the board is a strip: it does not fit beside the list. */
export const STRIP = '(max-width: 89.99rem)';

export const Sheet = styled.section`
  min-inline-size: 0;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
`;

export const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2);
  block-size: ${HEAD}px;
  padding-inline: var(--space-3);
  border-block-end: 1px solid var(--rule-strong);
  color: var(--ink-muted);
  font-size: var(--text-caption);

  > h2 {
    font: inherit;
    letter-spacing: inherit;
  }

  @media ${STRIP} {
    ${visuallyHidden}
  }
`;

export const Cards = styled.ol`
  position: relative;

  @media ${STRIP} {
    display: grid;
    grid-auto-columns: minmax(18.5rem, 1fr);
    grid-auto-flow: column;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
  }

  /* Room for a long name beside a total of millions, and for the edge of the next card. */
  @media (max-width: 47.99rem) {
    grid-auto-columns: min(19rem, 88vw);
  }
`;

export const Card = styled.li`
  position: relative;
  isolation: isolate;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--space-2);
  align-content: center;
  block-size: ${CARD.column}px;
  padding-inline: var(--space-3);
  border-block-end: 1px solid var(--rule);

  &:last-child {
    border-block-end: 0;
  }

  &:hover {
    background: var(--surface-hover);
  }

  @media ${STRIP} {
    block-size: ${CARD.strip}px;
    border-block-end: 0;
    border-inline-end: 1px solid var(--rule);

    &:last-child {
      border-inline-end: 0;
    }
  }
`;

/** Placeholder for the board before the standings are known. */
export function BoardSkeleton() {
  return (
    <Sheet aria-busy>
      <Head>Nations</Head>
      <Cards>
        {[1, 2, 3, 4].map((rank) => (
          <Card key={rank}>
            <Skeleton $width="2.75rem" $height="2.5rem" />
            <Skeleton $width="7rem" />
            <Skeleton $width="3rem" />
          </Card>
        ))}
      </Cards>
    </Sheet>
  );
}
