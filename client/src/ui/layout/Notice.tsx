/** A page with nothing to show yet: the situation, what to do about it, and open sea around it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ConicGrid } from '../atlas/ConicGrid.tsx';
import { Row } from './boxes.ts';
import { column } from './Page.tsx';

const Sea = styled.div`
  position: relative;
  min-block-size: inherit;
  overflow: hidden;
`;

const Words = styled.div`
  ${column}
  position: relative;
  display: grid;
  gap: var(--space-4);
  justify-items: start;
  padding-block: var(--space-7) var(--space-8);
`;

const Text = styled.p`
  max-inline-size: 46ch;
  color: var(--ink-muted);
  font-size: var(--text-lead);
`;

const Below = styled.div`
  inline-size: 100%;
  margin-block-start: var(--space-5);
`;

export function Notice({
  title,
  text,
  below,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** What the page is about, at page width. */
  readonly below?: ReactNode;
  /** The buttons, primary first. */
  readonly children?: ReactNode;
}) {
  return (
    <Sea>
      <ConicGrid />
      <Words>
        <h1>{title}</h1>
        <Text>{text}</Text>
        {children && (
          <Row $gap={3} $wrap>
            {children}
          </Row>
        )}
        {below && <Below>{below}</Below>}
      </Words>
    </Sea>
  );
}
