/** A page with nothing to show yet: the situation, what to do about it, and open sea around it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ConicGrid } from '../atlas/ConicGrid.tsx';
import { Stack, ButtonRow } from './boxes.ts';
import { column } from './Page.tsx';

const Box = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: center;
  min-block-size: inherit;
  overflow: hidden;

  /* Words lie all over it. */
  > svg {
    mask-image: none;
    opacity: 0.4;
  }
`;

const Column = styled.div`
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

export function Notice(props: NoticeProps) {
  return (
    <Sea>
      <NoticeWords {...props} />
    </Sea>
  );
}

export function NoticeWords({ title, text, children }: NoticeProps) {
  return (
    <Stack $gap={4}>
      <h1>{title}</h1>
      <Text>{text}</Text>
      {children && <ButtonRow>{children}</ButtonRow>}
    </Stack>
  );
}

export function Sea({ children }: { readonly children: ReactNode }) {
  return (
    <Box>
      <ConicGrid />
      <Column>{children}</Column>
    </Box>
  );
}
