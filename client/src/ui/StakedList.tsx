/** A card's list of stakes: its states, and the one look of a stake, whatever is staked. */
import type { ComponentProps, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { formatMoment } from './format.ts';
import { PHONE, Row, Stack } from './layout/boxes.ts';
import { Phrases } from './Phrases.tsx';
import { Skeleton } from './Skeleton.tsx';
import { Caption, Muted, Strong, Subheading } from './text.ts';

/** As high as its rows, up to a few. */
const List = styled.ul`
  max-block-size: 9.5rem;
  overflow-y: auto;

  &:focus-visible {
    outline-offset: -2px;
  }

  @media ${PHONE} {
    max-block-size: 13rem;
  }
`;

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);
  padding-block: var(--space-1);
  border-block-start: 1px solid var(--rule);
`;

const Picture = styled.div`
  flex: none;
  inline-size: var(--picture, 2.75rem);
`;

/** In one line where there is room. */
const Words = styled(Row)`
  flex: 1 1 8rem;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--space-2);

  > div {
    flex: 1 1 var(--name-line, auto);
  }

  strong {
    white-space: normal;
  }

  /* Nothing to press while it is locked. */
  button:disabled {
    flex-wrap: wrap;
    align-content: center;
    align-items: baseline;
    padding: 0;
    border: 0;
    margin-block: calc(-1 * var(--space-3));
    background: none;
    font-size: var(--text-caption);
  }

  button > svg {
    align-self: center;
  }
`;

/** A card in two parts: what can be done, and below it what is staked. */
export const TwoParts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr;

  > * {
    padding: var(--space-4) var(--card-gutter);
  }

  > * + * {
    border-block-start: 1px solid var(--rule);
  }
`;

/** The state of a query for stakes. */
interface Stakes {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** A title of one of a card's two parts, and what stands at its end. */
export function PartTitle({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <Row $gap={4} $align="baseline" $justify="space-between">
      <Subheading>{children}</Subheading>
      {aside && <Caption>{aside}</Caption>}
    </Row>
  );
}

export function StakedList({
  label,
  aside,
  warning,
  stakes,
  none,
  children,
}: {
  /** The list's accessible name. */
  readonly label: string;
  readonly aside?: ReactNode;
  /** Above the list. */
  readonly warning?: ReactNode;
  readonly stakes: Stakes;
  /** Shown if nothing is staked. */
  readonly none: string;
  /** One `StakeRow` per stake. */
  readonly children: readonly ReactNode[];
}) {
  const { data, isPending, isError, refetch } = stakes;
  return (
    <Stack $gap={2}>
      <PartTitle aside={aside}>Staked</PartTitle>
      {warning}
      {isPending ? (
        <List aria-busy>
          <Item>
            <Skeleton $width="8rem" $height="2.75rem" />
          </Item>
        </List>
      ) : isError && data === undefined ? (
        <Row $gap={3} $wrap>
          <Muted>Your stakes could not be loaded.</Muted>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Row>
      ) : children.length === 0 ? (
        <Muted>{none}</Muted>
      ) : (
        // Locked stakes have nothing to focus, and the list scrolls: the keyboard scrolls the list
        // itself.
        <List aria-label={label} tabIndex={0}>
          {children}
        </List>
      )}
    </Stack>
  );
}

/** One stake: what it is, what it brings, how long it is locked, and the button that ends it. */
export function StakeRow({
  picture,
  what,
  brings,
  until,
  isLocked,
  button,
  ...row
}: {
  readonly picture?: ReactNode;
  readonly what: string;
  readonly brings: string;
  /** The end of its lock: ISO 8601. */
  readonly until: string;
  readonly isLocked: boolean;
  readonly button: ReactNode;
} & ComponentProps<'li'>) {
  return (
    <Item {...row}>
      {picture && <Picture>{picture}</Picture>}
      <Words>
        <Row $gap={[0, 2]} $align="baseline" $wrap>
          <Strong>{what}</Strong>
          <Caption $tone="rise">
            <Phrases>{brings}</Phrases>
          </Caption>
        </Row>
        <Caption as="p">
          {isLocked ? (
            <>
              <span>Unstakeable at </span>
              <time dateTime={until}>{formatMoment(new Date(until))}</time>
            </>
          ) : (
            'Unlocked. Still earning until you unstake.'
          )}
        </Caption>
        {isLocked && button}
      </Words>
      {!isLocked && button}
    </Item>
  );
}
