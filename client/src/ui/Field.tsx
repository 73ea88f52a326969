/** A field of a form: its label, what stands beside the label, the control, and a line of words below it. */
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { Row, Stack } from './layout/boxes.ts';
import { Caption, Words } from './text.ts';

export const Label = styled.label`
  font-weight: 500;
`;

/** What a control stands in, with the buttons beside it. */
export const fieldFrame = css`
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-overlay);

  &:focus-within {
    border-color: var(--action);
    outline: 1px solid var(--action);
  }

  > input {
    inline-size: 100%;
    min-inline-size: 0;
    block-size: 3rem;
    border: 0;
    background: none;
    font-size: var(--text-lead);
  }

  > input:focus {
    outline: none;
  }
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
