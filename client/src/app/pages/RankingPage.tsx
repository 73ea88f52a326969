/**
 * Global Rankings (/ranking): the page that spectators leave open. Everything but its frame loads
 * lazily.
 */
import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { LIST_ID, ONE_COLUMN } from '../../features/ranking/page-layout.ts';
import { Tip } from '../../features/ranking/Tip.tsx';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useHtmlAttribute } from '../../ui/use-html-attribute.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { late } from '../../ui/late.tsx';
import { SkipLink } from '../../ui/SkipLink.ts';
import { KeepServerHtml } from '../../ui/KeepServerHtml.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { useMatches } from '../../ui/use-matches.ts';
import { NARROW } from '../../ui/layout/boxes.ts';
import { column } from '../../ui/layout/Page.tsx';
import { competingText, useNationsPlayed } from '../../views/competing.ts';
import { OwnRankTitle } from './PageTitle.tsx';
import { useIsLive } from '../UntilLive.tsx';

const TITLE = 'Global Rankings';

const RankingLive = late(() => import('./RankingLive.tsx').then((module) => module.RankingLive));
const RankingFrame = late(() => import('./RankingView.tsx').then((module) => module.RankingFrame));
/** No browser needs it, or its name. */
const RankingStanding = import.meta.env.SSR
  ? late(() => import('./RankingStanding.tsx').then((module) => module.RankingStanding))
  : null;
const RankingTv = late(() => import('./RankingTv.tsx').then((module) => module.RankingTv));
const RankingPast = late(() => import('./RankingPast.tsx').then((module) => module.RankingPast));
const RankingWeek = late(() => import('./RankingWeek.tsx').then((module) => module.RankingWeek));

const Sheet = styled.div`
  ${column}
  padding-block: 0.5rem var(--space-8);

  /* The ranking comes first: the tip and the links follow it. */
  @media ${ONE_COLUMN} {
    display: flex;
    flex-direction: column;
    padding-block-start: var(--space-1);

    > :first-child {
      display: contents;
    }

    > :first-child > :nth-child(n + 2) {
      order: 1;
      margin-block-start: var(--space-4);
    }

    /* Not above a ranking that is still being parsed: it would push them down. */
    main:not(:nth-last-child(n)) & > :first-child > :nth-child(n + 2) {
      visibility: hidden;
    }
  }
`;

const Top = styled.header`
  display: grid;
  /* No column's width depends on text that arrives later. */
  grid-template-columns: auto minmax(0, 1fr) 22.5rem;
  gap: var(--space-1) var(--space-5);
  align-items: center;
  min-block-size: 2.75rem;
  margin-block-end: var(--space-2);
`;

const Title = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 16rem);
  gap: var(--space-4);
  justify-content: start;
  align-items: baseline;

  > h1 {
    font-size: 1.75rem;
    white-space: nowrap;
  }

  @media ${ONE_COLUMN} {
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-2);
    align-items: center;
    justify-content: stretch;
    block-size: 2rem;

    > h1 {
      font-size: 1.375rem;
    }

    > :last-child {
      text-align: end;
    }
  }
`;

const Count = styled.div`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.2;
`;

const Actions = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-3);
  inline-size: min(100%, 22.5rem);

  &[hidden] {
    display: none;
  }

  > * {
    padding-inline: var(--space-2);
  }

  @media print {
    display: none;
  }
`;

export function RankingPage() {
  useHtmlAttribute('data-wide', '');
  const { search } = useLocation();
  // The built page does not know its URL's query.
  const params = useInBrowser() ? new URLSearchParams(search) : null;
  // A phone is no wall: its rows have three lines.
  const isPhone = useMatches(NARROW);
  const isTv = params?.get('screen') === 'tv' && !isPhone;
  return (
    <>
      <OwnRankTitle>{TITLE}</OwnRankTitle>
      {/* A narrow window shows the activity in the list's place. */}
      {!isTv && params?.get('view') !== 'activity' && (
        <SkipLink href={`#${LIST_ID}`}>Skip to the rankings</SkipLink>
      )}
      {params && (isTv || params.has('at') || params.has('season')) ? (
        <Suspense
          fallback={
            !isTv && framed(<RankingFrame.Component />, '', params.has('at') ? null : undefined)
          }
        >
          <Other params={params} isTv={isTv} />
        </Suspense>
      ) : (
        <Ranking />
      )}
    </>
  );
}

/** What else there is by the page's address: a wall screen, a past moment, a week. */
function Other({ params, isTv }: { readonly params: URLSearchParams; readonly isTv: boolean }) {
  if (isTv) return <RankingTv.Component />;
  const at = params.get('at');
  if (at === null) return <RankingWeek.Component id={params.get('season') ?? ''} framed={framed} />;
  return (
    <RankingPast.Component at={at} framed={(children) => framed(children, 'As they were', null)} />
  );
}

const besideTitle = (isEmpty: boolean) => (
  <>
    <Tip />
    <Actions hidden={isEmpty}>
      <ButtonLink to="/dashboard" tone="primary">
        Build your nation
      </ButtonLink>
      <ButtonLink to="/learn">Learn How to Play</ButtonLink>
    </Actions>
  </>
);
/**
 * The same elements at each render: ticks leave them alone. An empty ranking's invitation has links
 * of its own; they are hidden, not left out, since a page that hydrates does not know yet that it
 * is empty.
 */
const BESIDE_TITLE = besideTitle(false);
const BESIDE_INVITATION = besideTitle(true);

/**
 * @param words beside the title. @param beside what else is there: nothing beside the past, which
 * is no time to begin.
 */
const framed = (children: ReactNode, words?: ReactNode, beside: ReactNode = BESIDE_TITLE) => (
  <Sheet>
    <Top>
      <Title>
        <h1>{TITLE}</h1>
        <Count>{words}</Count>
      </Title>
      {beside}
    </Top>
    {children}
  </Sheet>
);

function Ranking() {
  const { rows, totalCount, isPending, isError, refetch } = useLeaderboard();
  const nations = useNationsPlayed(rows);
  const isLive = useIsLive(RankingLive);

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
  return framed(
    <KeepServerHtml
      name="race"
      until={isLive}
      serverContent={RankingStanding && <RankingStanding.Component />}
    >
      <Suspense fallback={<RankingFrame.Component />}>
        {isPending ? <RankingFrame.Component /> : <RankingLive.Component />}
      </Suspense>
    </KeepServerHtml>,
    <KeepServerHtml name="count" until={isLive}>
      {isPending ? <Skeleton $width="9rem" /> : <span>{competingText(totalCount, nations)}</span>}
    </KeepServerHtml>,
    !isPending && rows.length === 0 ? BESIDE_INVITATION : BESIDE_TITLE,
  );
}
