/** A page with nothing to show yet: the situation, what to do about it, and open sea around it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ConicGrid } from '../atlas/ConicGrid.tsx';
import { NARROW, Row, Stack } from './boxes.ts';
import { column } from './Page.tsx';

const Sea = styled.div`
  position: relative;
  min-block-size: inherit;
  overflow: hidden;
`;

/** The words, what is beside them and what is below both; where there is no room beside them, that comes last. */
const Parts = styled.div`
  ${column}
  position: relative;
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-6) var(--space-4);
  padding-block: var(--space-7) var(--space-8);

  > :only-child,
  > :nth-child(3) {
    grid-column: 1 / -1;
  }

  @media ${NARROW} {
    grid-template-columns: minmax(0, 1fr);

    > :nth-child(2) {
      order: 1;
    }
  }
`;

const Text = styled.p`
  max-inline-size: 46ch;
  color: var(--ink-muted);
  font-size: var(--text-lead);
`;

export function Notice({
  title,
  text,
  under,
  beside,
  below,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** What can be done about it here. */
  readonly under?: ReactNode;
  /** Half of the page: what goes on meanwhile. */
  readonly beside?: ReactNode;
  /** What the page is about, at page width. */
  readonly below?: ReactNode;
  /** The buttons, primary first. */
  readonly children?: ReactNode;
}) {
  return (
    <Sea>
      <ConicGrid />
      <Parts>
        <Stack $gap={5}>
          <Stack $gap={4}>
            <h1>{title}</h1>
            <Text>{text}</Text>
            {children && (
              <Row $gap={3} $wrap>
                {children}
              </Row>
            )}
          </Stack>
          {under}
        </Stack>
        {beside && <div>{beside}</div>}
        {below && <div>{below}</div>}
      </Parts>
    </Sea>
  );
}
