/** Placeholder for the complete ranking: the size of its head and the rows above the fold. */
import { memo } from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FOLD_ROWS, HEAD_PX, NARROW, ROW_PX, rankingGrid } from './ranking-grid.ts';

/** Where the link past the podium and the nations leads. */
export const LIST_ID = 'rankings';

export const ListSheet = styled.section.attrs({ id: LIST_ID, tabIndex: -1 })`
  min-inline-size: 0;
  scroll-margin-block-start: var(--header-height);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);

  /* It takes the focus only for the keyboard to go on from there. */
  &:focus {
    outline: none;
  }

  @media print {
    border: 0;
  }
`;

const Head = styled.div`
  block-size: ${HEAD_PX.wide}px;
  border-block-end: 1px solid var(--rule-strong);

  @media ${NARROW} {
    block-size: ${HEAD_PX.narrow}px;
  }
`;

const Row = styled.div`
  ${rankingGrid}
  block-size: ${ROW_PX.wide}px;
  border-block-end: 1px solid var(--rule);

  > :nth-child(n + 4) {
    justify-self: end;
  }

  @media ${NARROW} {
    block-size: ${ROW_PX.narrow}px;

    > :nth-child(n + 4) {
      display: none;
    }
  }
`;

export const RankingSkeleton = memo(function RankingSkeleton() {
  return (
    <ListSheet aria-busy>
      <Head />
      {Array.from({ length: FOLD_ROWS }, (_, i) => (
        <Row key={i}>
          <Skeleton $width="1.5rem" />
          <Skeleton $width="7rem" />
          <Skeleton $width="10rem" />
          <Skeleton $width="4rem" />
          <Skeleton $width="4.5rem" />
          <Skeleton $width="3rem" />
        </Row>
      ))}
    </ListSheet>
  );
});
