/** A page with nothing to show yet: the situation, what to do about it, and open sea around it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ConicGrid } from '../atlas/ConicGrid.tsx';
import { Row, Stack } from './boxes.ts';
import { column } from './Page.tsx';

const Sea = styled.div`
  position: relative;
  min-block-size: inherit;
  overflow: hidden;
`;

const Parts = styled.div`
  ${column}
  position: relative;
  padding-block: var(--space-7) var(--space-8);
`;

const Text = styled.p`
  max-inline-size: 46ch;
  color: var(--ink-muted);
  font-size: var(--text-lead);
`;

export interface NoticeProps {
  readonly title: string;
  readonly text: ReactNode;
  /** The buttons, primary first. */
  readonly children?: ReactNode;
}

/** @param around puts the words beside something else. */
export function Notice({
  title,
  text,
  children,
  around = (words) => words,
}: NoticeProps & { readonly around?: (words: ReactNode) => ReactNode }) {
  return (
    <Sea>
      <ConicGrid />
      <Parts>
        {around(
          <Stack $gap={4}>
            <h1>{title}</h1>
            <Text>{text}</Text>
            {children && (
              <Row $gap={3} $wrap>
                {children}
              </Row>
            )}
          </Stack>,
        )}
      </Parts>
    </Sea>
  );
}
