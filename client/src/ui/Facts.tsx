/** Facts in pairs: what it is, above or beside how much. A `dl`. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Grid } from './layout/boxes.ts';
import { Figure } from './motion/Figure.tsx';
import { Skeleton } from './Skeleton.tsx';
import { BigFigure } from './text.ts';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** A few words below the value. */
  readonly note?: ReactNode;
}

const List = styled(Grid).attrs({ as: 'dl' })<{ readonly $isBeside: boolean }>`
  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    font-weight: 600;
    white-space: nowrap;
  }

  dd + dd {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
    white-space: normal;
  }

  > div {
    min-inline-size: 0;

    ${({ $isBeside }) =>
      $isBeside &&
      `
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: baseline;
        gap: 0 var(--space-3);
        padding-block: var(--space-1);

        &:not(:first-child) {
          border-block-start: 1px solid var(--rule);
        }

        > dd + dd {
          flex-basis: 100%;
          text-align: end;
        }
      `}
  }
`;

/** In columns of at least `min`; `beside`: one line each, the value at its end. */
export function Facts({
  facts,
  min = '7rem',
  beside = false,
  label,
}: {
  readonly facts: readonly Fact[];
  readonly min?: string;
  readonly beside?: boolean;
  /** Names the list where no heading does. */
  readonly label?: string;
}) {
  return (
    <List
      aria-label={label}
      $isBeside={beside}
      $gap={beside ? 0 : [3, 4]}
      $min={beside ? '100%' : min}
    >
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd>{note}</dd>}
        </div>
      ))}
    </List>
  );
}

/**
 * A fact whose figure is read first, and rolls when it changes. @param value null while unknown.
 */
export function figureFact(
  label: string,
  value: number | null | undefined,
  textOf: (value: number) => string,
  size: 'heading' | 'title' = 'heading',
): Fact {
  const isKnown = value !== null && value !== undefined;
  return {
    label,
    value: (
      <BigFigure $size={size}>
        {isKnown ? <Figure value={value} text={textOf(value)} /> : <Skeleton $width="6rem" />}
      </BigFigure>
    ),
  };
}
