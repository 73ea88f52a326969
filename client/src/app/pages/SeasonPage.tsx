/** A week (/season/2026-W48): who won it, live while it runs; without an id the champions of all weeks. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { weekNumber, weekOf, weekTitle } from '../../../../common/values/week.ts';
import { hasWeek, seasonsQuery } from '../../api/seasons.ts';
import { Podium } from '../../features/ranking/Podium.tsx';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { NoWeek, WeekList } from '../../features/season/WeekList.tsx';
import { WeekNations } from '../../features/season/WeekNations.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useIsTakenOver } from '../../ui/use-in-browser.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { WEEK_RULES, weekLink, weekPath, WEEKS } from '../../views/paths.ts';
import { WeekGuide } from '../../views/weeks/WeekGuide.tsx';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { weekDays } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PageTitle } from './PageTitle.tsx';

const TITLE = 'Champions';

const Neighbours = styled.nav`
  display: flex;
  gap: var(--space-4);
  font-size: var(--text-body);

  > a {
    color: var(--action);
  }
`;

export function SeasonPage() {
  const { id } = useParams();
  // The built page serves every week, and their list.
  if (!useIsTakenOver()) return <Loading title={TITLE} />;
  if (id === undefined) return <Champions />;
  const week = weekOf(id.toUpperCase());
  return week === null ? <Missing why="no-week" /> : <WeekOf key={week} week={week} />;
}

function Champions() {
  const { hash } = useLocation();
  const isListed = useQuery(seasonsQuery()).data !== undefined;
  const rules = useRef<HTMLElement>(null);
  const [, id = ''] = WEEK_RULES.split('#');
  useEffect(() => {
    if (isListed && hash === `#${id}`) rules.current?.scrollIntoView();
  }, [isListed, hash, id]);
  return (
    <Page>
      <PageTitle>{TITLE}</PageTitle>
      <PageHead title={TITLE} lead="Who climbs furthest wins the week." />
      <Stack $gap={6}>
        <WeekList />
        <Stack as="section" id={id} ref={rules} $gap={4} style={RULES_STYLE}>
          <h2>How a week is won</h2>
          <WeekGuide />
        </Stack>
      </Stack>
    </Page>
  );
}

const RULES_STYLE = { scrollMarginBlockStart: 'calc(var(--header-height) + var(--space-5))' };

function WeekOf({ week }: { readonly week: number }) {
  const thisWeek = useThisWeek();
  const query = useWeek(week);
  const { data, isError } = query;
  const { walletAddress: you } = useWallet();
  const title = weekTitle(week);
  if (data === null) return <Missing why={week > thisWeek ? 'to-come' : 'before'} />;
  if (isError) {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <LoadFailedPage title="The week could not be loaded" query={query} />
      </>
    );
  }
  if (!data) return <Loading title={title} />;
  const { season, own } = data;
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        lead={
          <Row $gap={[0, 5]} $wrap>
            <p>
              <span>{weekDays(week)}</span>
              {season.state === 'running' ? (
                <>
                  <span>{', ends in '}</span>
                  <WeekClock week={week} />
                </>
              ) : (
                season.state === 'closing' && <span>, being counted</span>
              )}
              <span>{`, ${season.players > 0 ? formatCount(season.players) : 'nobody'} ranked`}</span>
              {own && (
                <span>{`, you #${formatCount(own.rank)} with ${formatDeltaDollars(own.gained)}`}</span>
              )}
            </p>
            <Ways week={week} thisWeek={thisWeek} />
          </Row>
        }
      >
        <ButtonLink to={weekLink(week)}>Whole ranking</ButtonLink>
      </PageHead>
      <Stack $gap={5}>
        <Podium rows={weekRows(data)} you={you} />
        <WeekNations data={data} />
      </Stack>
    </Page>
  );
}

/** To its neighbours, as far as there are any, and to all. */
function Ways({ week, thisWeek }: { readonly week: number; readonly thisWeek: number }) {
  const weeks = useQuery(seasonsQuery()).data ?? [];
  const [before, after] = [week - 1, week + 1];
  return (
    <Neighbours aria-label="Other weeks">
      {hasWeek(weeks, before, thisWeek) && (
        <Link data-tap to={weekPath(before)}>{`← Week ${weekNumber(before)}`}</Link>
      )}
      <Link data-tap to={WEEKS}>
        {TITLE}
      </Link>
      {hasWeek(weeks, after, thisWeek) && (
        <Link data-tap to={weekPath(after)}>{`Week ${weekNumber(after)} →`}</Link>
      )}
    </Neighbours>
  );
}

function Loading({ title }: { readonly title: string }) {
  return (
    <Page aria-busy>
      <PageTitle>{title}</PageTitle>
      <PageHead title={<Skeleton $width="min(16rem, 60vw)" />} lead={<Skeleton $width="14rem" />} />
      <Stack $gap={5}>
        <Podium rows={null} you={null} />
        <WeekNations data={undefined} />
      </Stack>
    </Page>
  );
}

function Missing({ why }: { readonly why: Parameters<typeof NoWeek>[0]['why'] }) {
  return (
    <>
      <PageTitle>Week Not Found</PageTitle>
      <NoWeek why={why} />
    </>
  );
}
