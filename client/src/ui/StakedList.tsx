/** A card's list of stakes: its states, and the lock shown in every row. */
import { Lock } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { formatCountdown, formatMoment } from './format.ts';
import { PHONE } from './layout/phone.ts';

export const ListBlock = styled.div`
  min-inline-size: 0;
`;

export const ListTitle = styled.h3`
  display: flex;
  justify-content: space-between;
  gap: var(--space-4);
  margin-block-end: var(--space-3);
  font: 500 var(--text-body) / 1.5 var(--font-sans);
  letter-spacing: 0;

  > span {
    color: var(--ink-muted);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
`;

const List = styled.ul`
  max-block-size: 22rem;
  overflow-y: auto;
  border-block-start: 1px solid var(--rule);

  &:focus-visible {
    outline-offset: -2px;
  }

  @media ${PHONE} {
    max-block-size: 13rem;
  }
`;

const Empty = styled.p`
  padding-block: var(--space-4);
  border-block-start: 1px solid var(--rule);
  color: var(--ink-muted);
`;

export const ListCaption = styled.p`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

/** The state of a query for stakes. */
interface Stakes {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

export function StakedList({
  label,
  aside,
  stakes,
  none,
  skeleton,
  children,
}: {
  /** The list's accessible name. */
  readonly label: string;
  /** Shown to the right of the title. */
  readonly aside: ReactNode;
  readonly stakes: Stakes;
  /** Shown if nothing is staked. */
  readonly none: string;
  readonly skeleton: ReactNode;
  /** One row per stake. */
  readonly children: readonly ReactNode[];
}) {
  const { data, isPending, isError, refetch } = stakes;
  return (
    <ListBlock>
      <ListTitle>Staked {aside && <span>{aside}</span>}</ListTitle>
      {isPending ? (
        <List aria-busy>{skeleton}</List>
      ) : isError && data === undefined ? (
        <Empty>
          Your stakes could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </Empty>
      ) : children.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        // Locked stakes have nothing to focus, and the list scrolls: the keyboard scrolls the list itself.
        <List aria-label={label} tabIndex={0}>
          {children}
        </List>
      )}
    </ListBlock>
  );
}

/** How long the lock lasts, and until when. */
export function LockTime({
  leftMs,
  until,
  untilWords,
}: {
  /** 0 once it is over. */
  readonly leftMs: number;
  /** ISO 8601. */
  readonly until: string;
  /** Text before the moment: 'until'. */
  readonly untilWords: string;
}) {
  return (
    <ListCaption>
      {leftMs > 0 ? (
        <>
          <span>{`${formatCountdown(leftMs)} left · ${untilWords} `}</span>
          <time dateTime={until}>{formatMoment(new Date(until))}</time>
        </>
      ) : (
        'Unlocked. Still earning until you unstake.'
      )}
    </ListCaption>
  );
}

/** Ends a stake, once its lock has expired. */
export function UnstakeButton({
  what,
  isLocked,
  locked,
  end,
  ref,
}: {
  /** What it ends, for screen readers. */
  readonly what: string;
  readonly isLocked: boolean;
  /** The button's text until then; `label` replaces it for screen readers. */
  readonly locked: { readonly text: string; readonly label?: string };
  readonly end: { readonly isRunning: boolean; readonly run: () => void };
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}) {
  if (isLocked) {
    return (
      <Button ref={ref} disabled aria-label={locked.label}>
        <Lock size={15} aria-hidden />
        <span>{locked.text}</span>
      </Button>
    );
  }
  return (
    <Button ref={ref} pending={end.isRunning} onClick={end.run} aria-label={`Unstake ${what}`}>
      {end.isRunning ? 'Unstaking…' : 'Unstake'}
    </Button>
  );
}
