/**
 * Search results: at most the twenty best-ranked players, in the ranking's own rows, whose badges
 * lead to them.
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { failureReason } from '../../../../client-kit/api/api-error.ts';
import {
  FOUND_ROWS,
  isFindable,
  type LeaderboardEntry,
} from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { findQuery } from '../../api/leaderboard.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatPlayers } from '../../ui/format.ts';
import { Stack, ButtonRow } from '../../ui/layout/boxes.ts';
import { Caption } from '../../ui/text.ts';
import { searchRemedy, WHOLE_RANKING } from './ranking-url.ts';
import { FlowTable, ListSheet, ListSkeleton } from './RankingTable.tsx';

const LABEL = 'Players found';
/** Who is searched is among the first, or one types more. */
const FIRST = 3;

export function FoundPlayers({ q, you }: { readonly q: string; readonly you: Address | null }) {
  const isAsked = isFindable(q);
  const { rows: named } = useLeaderboard({ poll: false });
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...findQuery(q),
    enabled: isAsked,
  });
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  /** What is live of a player replaces what was found. */
  const current = (found: LeaderboardEntry): LeaderboardEntry =>
    named.find((row) => row.walletAddress === found.walletAddress) ?? found;
  if (!isAsked) return <Words title="Type more" text={searchRemedy(q)} />;
  if (isError && !data) {
    return (
      <Words
        role="alert"
        title="Not searched"
        text={failureReason(error) ?? 'The search could not be made.'}
      >
        <Button tone="primary" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Words>
    );
  }
  if (!data) return <ListSkeleton />;
  if (data.length === 0) {
    return <Words title="Nobody found" text={`Nobody’s name or address begins with ‘${q}’.`} />;
  }
  const isWhole = wholeOf === q || data.length <= FIRST + 1;
  return (
    <Words
      title={`${formatPlayers(data.length)} found`}
      text={
        data.length === FOUND_ROWS
          ? `These are the best-ranked ${FOUND_ROWS}. Type more to find others.`
          : 'Press a badge to see the player in the ranking.'
      }
      table={
        <FlowTable
          rows={(isWhole ? data : data.slice(0, FIRST)).map(current)}
          named={named}
          label={LABEL}
          you={you}
          isSearched
        />
      }
    >
      {!isWhole && (
        <Button tone="primary" onClick={() => setWholeOf(q)}>{`Show all ${data.length}`}</Button>
      )}
    </Words>
  );
}

/** A heading, a sentence, and the ways on; between them who was found. */
function Words({
  title,
  text,
  table,
  role = 'status',
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly table?: ReactNode;
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
}) {
  return (
    <ListSheet aria-label={LABEL}>
      <Stack role={role} $gap={1} style={{ padding: 'var(--space-4)' }}>
        <h3>{title}</h3>
        <Caption>{text}</Caption>
      </Stack>
      {table}
      <ButtonRow style={{ padding: 'var(--space-4)' }}>
        {children}
        <ButtonLink to={WHOLE_RANKING}>Show the whole ranking</ButtonLink>
      </ButtonRow>
    </ListSheet>
  );
}
