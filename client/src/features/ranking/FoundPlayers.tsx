/** Search results: at most the twenty best-ranked players, in the ranking's own rows, whose badges lead to them. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { failureReason } from '../../../../client-kit/api/api-error.ts';
import {
  FOUND_ROWS,
  isFindable,
  type LeaderboardEntry,
} from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { findQuery } from '../../api/leaderboard.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/layout/boxes.ts';
import { HiddenStatus } from '../../ui/VisuallyHidden.tsx';
import { searchRemedy, WHOLE_RANKING } from './ranking-url.ts';
import { FlowTable, ListSheet, ListSkeleton } from './RankingTable.tsx';

const LABEL = 'Players found';

export function FoundPlayers({ q, you }: { readonly q: string; readonly you: Address | null }) {
  const isAsked = isFindable(q);
  const { rows: named } = useLeaderboard({ poll: false });
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...findQuery(q),
    enabled: isAsked,
  });
  /** What is live of a player replaces what was found. */
  const current = (found: LeaderboardEntry): LeaderboardEntry =>
    named.find((row) => row.walletAddress === found.walletAddress) ?? found;
  const back = <Link to={WHOLE_RANKING}>Show the whole ranking</Link>;
  if (isAsked && !data && !isError) return <ListSkeleton />;
  return (
    <ListSheet aria-label={LABEL}>
      {!isAsked ? (
        <Words>
          <output>{searchRemedy(q)}</output>
          {back}
        </Words>
      ) : !data ? (
        <Words role="alert">
          <span>{failureReason(error) ?? 'The search could not be made.'}</span>
          <Button pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
          {back}
        </Words>
      ) : data.length === 0 ? (
        <Words>
          <span>{`Nobody’s name or address begins with ‘${q}’.`}</span>
          {back}
        </Words>
      ) : (
        <FlowTable rows={data.map(current)} named={named} label={LABEL} you={you} isSearched />
      )}
      <HiddenStatus>
        {data && (data.length === 1 ? '1 player found' : `${data.length} players found`)}
      </HiddenStatus>
      {data?.length === FOUND_ROWS && (
        <Words>{`These are the best-ranked ${FOUND_ROWS}. Type more to find others.`}</Words>
      )}
    </ListSheet>
  );
}

function Words({ role, children }: { readonly role?: 'alert'; readonly children: ReactNode }) {
  return (
    <Row $wrap $gap={[2, 4]} role={role} style={{ padding: 'var(--space-4)' }}>
      {children}
    </Row>
  );
}
