/**
 * A week (/season/2026-W48): who won it, live while it runs; without an id the champions of all
 * weeks.
 */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { addressSchema } from '../../../../common/values/address.ts';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { Podium } from '../../features/ranking/Podium.tsx';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { racerIn } from '../../features/season/own-race.ts';
import { NextPlaces, OwnRace } from '../../features/season/OwnRace.tsx';
import { FirstWeek, NoWeek, WeekList } from '../../features/season/WeekList.tsx';
import { WeekCard } from '../../features/season/WeekCard.tsx';
import { WeekNations } from '../../features/season/WeekNations.tsx';
import { WeekStory } from '../../features/season/WeekStory.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { PHONE, Row, Stack } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useIsTakenOver } from '../../ui/use-in-browser.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { weekLink, WEEKS } from '../../views/paths.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { useWeek } from '../../views/weeks/use-weeks.ts';
import { weekDays } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PageTitle } from './PageTitle.tsx';

const TITLE = 'Champions';

/**
 * The race and the nations; below each other where both have no room. On a phone one's own race
 * comes before the podium.
 */
const Beside = styled.div<{ readonly $hasOwnRace?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-5);

  @media ${PHONE} {
    display: ${({ $hasOwnRace }) => ($hasOwnRace ? 'contents' : 'flex')};

    > :first-child {
      order: ${({ $hasOwnRace }) => ($hasOwnRace ? -1 : 0)};
    }
  }

  > * {
    flex: 1 1 min(100%, 22rem);
  }

  > :nth-last-child(2) {
    flex: 2 1 min(100%, 36rem);
  }
`;

export function SeasonPage() {
  const { id } = useParams();
  // The built page serves every week, and their list.
  if (!useIsTakenOver()) return <Loading title={TITLE} />;
  if (id === undefined) return <Champions />;
  const week = weekOf(id.toUpperCase());
  return week === null ? <Missing /> : <WeekOf key={week} week={week} />;
}

function Champions() {
  const weeks = useQuery(seasonsQuery()).data;
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      {weeks?.length === 0 ? (
        <FirstWeek />
      ) : (
        <Page>
          <PageHead title={TITLE} lead="The player who climbs furthest wins the week." />
          <WeekList />
        </Page>
      )}
    </>
  );
}

function WeekOf({ week }: { readonly week: number }) {
  const query = useWeek(week);
  const { data, isError } = query;
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const named = addressSchema.safeParse(params.get('player')).data ?? null;
  const title = weekTitle(week);
  if (data === null) return <Missing />;
  if (isError) {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <LoadFailedPage title="The week could not be loaded" query={query} />
      </>
    );
  }
  if (!data) return <Loading title={title} />;
  const { season } = data;
  // Who was not ranked is told so where the address names them.
  const whose = named ?? data.own?.walletAddress;
  const racer = racerIn(data);
  const rows = weekRows(data);
  const isOnPodium = rows.slice(0, 3).some(({ walletAddress }) => walletAddress === whose);
  // A link to a player's week is about that first of all.
  const isFirst = named !== null && !isOnPodium;
  const card = season.state === 'final' && whose && (
    <WeekCard
      week={week}
      data={data}
      whose={whose}
      isOther={whose !== you}
      isOnPodium={isOnPodium}
    />
  );
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        lead={
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
            <span>{`, ${season.players > 0 ? formatCount(season.players) : 'nobody'}\u00A0ranked`}</span>
          </p>
        }
      >
        <Row $gap={3}>
          <ButtonLink to={weekLink(week)}>Whole ranking</ButtonLink>
          <ButtonLink to={WEEKS}>{TITLE}</ButtonLink>
        </Row>
      </PageHead>
      <Stack $gap={5}>
        {isFirst && card}
        <Podium rows={rows} you={you} found={named} />
        {!isFirst && card}
        <Beside $hasOwnRace={racer !== null}>
          {season.state === 'final' ? (
            <WeekStory week={week} data={data} />
          ) : racer ? (
            <OwnRace key={you} week={week} data={data} own={racer} />
          ) : (
            <NextPlaces entries={data.entries} />
          )}
          <WeekNations data={data} />
        </Beside>
      </Stack>
    </Page>
  );
}

function Loading({ title }: { readonly title: string }) {
  return (
    <Page aria-busy>
      <PageTitle>{title}</PageTitle>
      <PageHead title={<Skeleton $width="min(16rem, 60vw)" />} lead={<Skeleton $width="14rem" />} />
      <Stack $gap={5}>
        <Podium rows={null} you={null} />
        <Beside>
          <NextPlaces entries={undefined} />
          <WeekNations data={undefined} />
        </Beside>
      </Stack>
    </Page>
  );
}

function Missing() {
  return (
    <>
      <PageTitle>Week Not Found</PageTitle>
      <NoWeek />
    </>
  );
}
