/** Global Rankings (/ranking): the page that spectators leave open. */
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { ActivitySkeleton } from '../../features/activity/activity-lines.tsx';
import { PauseButton } from '../../features/ranking/PauseButton.tsx';
import { Podium } from '../../features/ranking/Podium.tsx';
import { RankingDigest } from '../../features/ranking/RankingDigest.tsx';
import { RankingSkeleton } from '../../features/ranking/RankingSkeleton.tsx';
import { Tip } from '../../features/ranking/Tip.tsx';
import { usePausableRows } from '../../features/ranking/use-pausable-rows.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount } from '../../ui/format.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { OwnRankTitle } from './PageTitle.tsx';

const TITLE = 'Global Rankings';
const LIST_TITLE = 'Complete Rankings';

/** How much of the activity stands above the list where there is no room beside it. */
const NARROW_LINES = 3;

const ActivityFeed = lazy(() =>
  import('../../features/activity/ActivityFeed.tsx').then((module) => ({
    default: module.ActivityFeed,
  })),
);
// The long list's code comes while its rows do: one skeleton stands for both.
const loadList = () => import('../../features/ranking/RankingList.tsx');
const RankingList = lazy(() => loadList().then((module) => ({ default: module.RankingList })));
const SampleRanking = lazy(() =>
  import('../../features/ranking/SampleRanking.tsx').then((module) => ({
    default: module.SampleRanking,
  })),
);

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-3);

  @media print {
    display: none;
  }
`;

const Between = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--space-5);

  > :last-child:not(:first-child) {
    min-block-size: var(--tap);
    margin-block-end: var(--space-3);
    margin-inline-start: auto;
  }
`;

/** Who did what stands beside the list where there is room for both, otherwise above it, in fewer lines. */
const Columns = styled.div`
  display: grid;
  gap: var(--space-5);

  > * {
    min-inline-size: 0;
  }

  @media (min-width: 88rem) {
    grid-template-columns: minmax(0, 1fr) 22rem;
    align-items: start;

    > :first-child {
      position: sticky;
      inset-block-start: calc(var(--header-height) + var(--space-5));
      order: 2;
    }
  }

  @media print {
    display: block;

    > :first-child {
      display: none;
    }
  }
`;

export function RankingPage() {
  return (
    <>
      <OwnRankTitle>{TITLE}</OwnRankTitle>
      <Ranking />
    </>
  );
}

function Ranking() {
  const { rows: liveRows, totalCount, isPending, isError, refetch } = useLeaderboard();
  const { rows, ...pause } = usePausableRows(liveRows);
  const own = useOwnRow();
  const { walletAddress } = useWallet();
  useEffect(() => void loadList(), []);

  if (isError && rows.length === 0) {
    return (
      <Notice
        title={TITLE}
        text={`The ranking cannot be reached just now. The page asks again every ${POLL_INTERVAL_MS / 1000} seconds.`}
      >
        <Button tone="primary" onClick={refetch}>
          Ask now
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
    );
  }
  const isEmpty = !isPending && rows.length === 0;
  return (
    <Page>
      <PageHead
        title={TITLE}
        lead={
          isPending ? (
            <Skeleton $width="14rem" />
          ) : (
            `${formatCount(totalCount)} ${totalCount === 1 ? 'nation' : 'nations'} competing`
          )
        }
      >
        <Actions>
          <ButtonLink to="/dashboard" tone="primary">
            Build your nation
          </ButtonLink>
          <ButtonLink to="/learn">Learn How to Play</ButtonLink>
        </Actions>
      </PageHead>
      {isEmpty ? (
        <Suspense fallback={<RankingSkeleton title={LIST_TITLE} />}>
          <SampleRanking />
        </Suspense>
      ) : (
        <>
          <Podium rows={rows} you={walletAddress} isPending={isPending} />
          <Between>
            <Tip />
            <PauseButton {...pause} isReady={!isPending} />
          </Between>
          <Board
            rows={rows}
            totalCount={totalCount}
            own={own}
            you={walletAddress}
            isPaused={pause.isPaused}
            isPending={isPending}
          />
          <RankingDigest rows={rows} />
        </>
      )}
      {isEmpty && <Tip />}
    </Page>
  );
}

/** Left alone by all that changes around it: the built page's is then taken over in its own time. */
const Board = memo(function Board({
  rows,
  totalCount,
  own,
  you,
  isPaused,
  isPending,
}: {
  readonly rows: readonly LeaderboardEntry[];
  readonly totalCount: number;
  readonly own: LeaderboardEntry | null;
  readonly you: Address | null;
  readonly isPaused: boolean;
  readonly isPending: boolean;
}) {
  // The first rows of the list are a long render: in slices, behind the rest.
  const isListPending = useDeferredValue(isPending);
  return (
    <Columns>
      <Suspense fallback={<ActivitySkeleton narrowLines={NARROW_LINES} />}>
        <ActivityFeed you={you} isPaused={isPaused} narrowLines={NARROW_LINES} />
      </Suspense>
      <Suspense fallback={<RankingSkeleton title={LIST_TITLE} />}>
        {isListPending ? (
          <RankingSkeleton title={LIST_TITLE} />
        ) : (
          <RankingList
            title={LIST_TITLE}
            rows={rows}
            totalCount={totalCount}
            own={own}
            you={you}
            isPaused={isPaused}
          />
        )}
      </Suspense>
    </Columns>
  );
});
