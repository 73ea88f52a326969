/** A field of a form: its label, what stands beside the label, the control, and a line of words below it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Row, Stack } from './layout/boxes.ts';
import { Caption, Words } from './text.ts';

const Label = styled.label`
  font-weight: 500;
`;

/** The id of a field's words, for the control's `aria-describedby`. */
export function wordsId(id: string): string {
  return `${id}-words`;
}

export function Field({
  id,
  label,
  aside,
  problem,
  note,
  children,
}: {
  /** The control's. */
  readonly id: string;
  readonly label: string;
  /** What there is to use: `60,000 to stake`. */
  readonly aside?: ReactNode;
  /** What is wrong with the input; null: nothing. */
  readonly problem?: string | null;
  /** What the input is taken as, if nothing is wrong. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Stack $gap={2}>
      <Row $gap={4} $align="baseline" $justify="space-between">
        <Label htmlFor={id}>{label}</Label>
        {aside && <Caption>{aside}</Caption>}
      </Row>
      {children}
      <Words id={wordsId(id)} $tone={problem ? 'fall' : 'muted'} aria-live="polite">
        {problem ?? note}
      </Words>
    </Stack>
  );
}
