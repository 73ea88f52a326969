/** The complete ranking before it has come: as large as the first rows will be. */
import { memo } from 'react';
import { styled } from 'styled-components';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NARROW, ROW_PX, rankingGrid } from './ranking-grid.ts';

const ROWS = 10;

const Head = styled.div`
  block-size: 2.75rem;
  border-block-end: 1px solid var(--rule);
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

export const RankingSkeleton = memo(function RankingSkeleton({
  title,
}: {
  readonly title: string;
}) {
  return (
    <Panel title={title} aside={<Skeleton $width="6rem" />} flush>
      <div aria-busy>
        <Head />
        {Array.from({ length: ROWS }, (_, i) => (
          <Row key={i}>
            <Skeleton $width="2rem" />
            <Skeleton $width="9rem" />
            <Skeleton $width="7rem" />
            <Skeleton $width="4rem" />
            <Skeleton $width="5rem" />
            <Skeleton $width="3.5rem" />
          </Row>
        ))}
      </div>
    </Panel>
  );
});
