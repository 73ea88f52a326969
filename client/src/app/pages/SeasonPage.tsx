/** A week (/season/2026-W48): who won it and what it is remembered for, live while it runs; without an id all weeks. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { weekNumber, weekOf, weekTitle } from '../../../../common/values/week.ts';
import { hasWeek, seasonsQuery } from '../../api/seasons.ts';
import { Podium } from '../../features/ranking/Podium.tsx';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { NoWeek, WeekList } from '../../features/season/WeekList.tsx';
import { WeekNations } from '../../features/season/WeekNations.tsx';
import { WeekLandmarks, WeekRecords } from '../../features/season/WeekRecords.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Subheading } from '../../ui/text.ts';
import { useIsTakenOver } from '../../ui/use-in-browser.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { weekLink, weekPath, WEEKS } from '../../views/paths.ts';
import { WeekGuide } from '../../views/weeks/WeekGuide.tsx';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WEEK_RULES, weekDays } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PageTitle } from './PageTitle.tsx';

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
  if (!useIsTakenOver()) return <Loading title="Weeks" />;
  if (id === undefined) return <Weeks />;
  const week = weekOf(id.toUpperCase());
  return week === null ? <Missing why="no-week" /> : <WeekOf key={week} week={week} />;
}

function Weeks() {
  const thisWeek = useThisWeek();
  return (
    <Page>
      <PageTitle>Weeks</PageTitle>
      <PageHead title="Weeks" lead="Who climbs furthest wins the week.">
        <ButtonLink to={weekLink(thisWeek)} tone="primary">
          See this week
        </ButtonLink>
      </PageHead>
      <Stack $gap={6}>
        <ThisWeek week={thisWeek} />
        <WeekList />
        <Stack as="section" $gap={4}>
          <h2>How a week is won</h2>
          <WeekGuide />
        </Stack>
      </Stack>
    </Page>
  );
}

/** Who leads it; nothing before the game has begun. */
function ThisWeek({ week }: { readonly week: number }) {
  const { data } = useWeek(week);
  const { walletAddress: you } = useWallet();
  if (data === null) return null;
  return (
    <Stack as="section" $gap={3}>
      <Subheading as="h2">This week</Subheading>
      <Podium rows={data ? weekRows(data) : null} you={you} />
    </Stack>
  );
}

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
  const { state, players } = data.season;
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        lead={
          <Row $gap={[0, 5]} $wrap>
            <p>
              <span>{weekDays(week)}</span>
              {state === 'running' ? (
                <>
                  <span>{', ends in '}</span>
                  <WeekClock week={week} />
                </>
              ) : (
                <span>{state === 'final' ? ', final' : ', being counted'}</span>
              )}
              <span>{players > 0 ? `, ${formatCount(players)} ranked` : ', nobody ranked'}</span>
            </p>
            <Ways week={week} thisWeek={thisWeek} />
          </Row>
        }
      >
        <Row $gap={3}>
          {state === 'running' && (
            <ButtonLink to="/dashboard" tone="primary">
              Build your nation
            </ButtonLink>
          )}
          <ButtonLink to={weekLink(week)} tone={state === 'running' ? 'secondary' : 'primary'}>
            Whole ranking
          </ButtonLink>
        </Row>
      </PageHead>
      {(players > 0 || state === 'running') && <Podium rows={weekRows(data)} you={you} />}
      <Stack $gap={5} style={{ marginBlockStart: 'var(--space-5)' }}>
        <WeekNations data={data} />
        <Columns style={{ alignItems: 'stretch' }}>
          <WeekRecords week={week} data={data} />
          <Stack $gap={5} style={{ alignContent: 'stretch' }}>
            <WeekLandmarks week={week} />
            <Panel title="How a week is won">{WEEK_RULES}</Panel>
          </Stack>
        </Columns>
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
        All weeks
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
      <Podium rows={null} you={null} />
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
