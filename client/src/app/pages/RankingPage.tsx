/** Global Rankings (/ranking): the page that spectators leave open. */
import { useState } from 'react';
import { styled } from 'styled-components';
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { PauseButton } from '../../features/leaderboard/PauseButton.tsx';
import { Podium } from '../../features/leaderboard/Podium.tsx';
import { RankingDigest } from '../../features/leaderboard/RankingDigest.tsx';
import { RankingList } from '../../features/leaderboard/RankingList.tsx';
import { RankingSkeleton } from '../../features/leaderboard/RankingSkeleton.tsx';
import { SampleRanking } from '../../features/leaderboard/SampleRanking.tsx';
import { tipAt } from '../../features/leaderboard/tips.ts';
import { usePausableRows } from '../../features/leaderboard/use-pausable-rows.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-3);

  @media print {
    display: none;
  }
`;

const Tip = styled.p`
  max-inline-size: 64ch;
  margin-block: var(--space-6);
  padding-inline-start: var(--space-4);
  border-inline-start: 3px solid var(--action);
  color: var(--ink-muted);
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

export function RankingPage() {
  const { rows: liveRows, totalCount, isPending, isError, refetch } = useLeaderboard();
  const { rows, ...pause } = usePausableRows(liveRows);
  const ownRank = useOwnRow()?.rank;
  const { walletAddress } = useWallet();
  const [tip] = useState(() => tipAt(Math.random()));
  usePageTitle(
    ownRank === undefined ? 'Global Rankings' : `#${ownRank} Global Rankings`,
    PRODUCT_NAME,
  );

  if (isError && rows.length === 0) {
    return (
      <Notice
        title="Global Rankings"
        text="The ranking cannot be reached just now. The page asks again every 10 seconds."
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
        title="Global Rankings"
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
        <SampleRanking />
      ) : (
        <>
          <Podium rows={rows} you={walletAddress} isPending={isPending} />
          <Between>
            <Tip>{tip}</Tip>
            <PauseButton {...pause} isReady={!isPending} />
          </Between>
          {isPending ? (
            <RankingSkeleton title="Complete Rankings" />
          ) : (
            <RankingList
              title="Complete Rankings"
              rows={rows}
              totalCount={totalCount}
              you={walletAddress}
            />
          )}
          <RankingDigest rows={rows} />
        </>
      )}
      {isEmpty && <Tip>{tip}</Tip>}
    </Page>
  );
}
