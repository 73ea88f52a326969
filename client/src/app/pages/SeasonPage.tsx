/** A week (/season/2026-W48): who won it and what it is remembered for, live while it runs; without an id all weeks. */
import { useParams } from 'react-router-dom';
import { weekOf } from '../../../../common/values/week.ts';
import { NationsBoard } from '../../features/nations-board/NationsBoard.tsx';
import { boardOfWeek } from '../../features/nations-board/use-board-nations.ts';
import { Podium } from '../../features/ranking/Podium.tsx';
import { weekRows } from '../../features/ranking/week-rows.ts';
import { WeekList } from '../../features/season/WeekList.tsx';
import { WeekDays, WeekLandmarks, WeekRecords } from '../../features/season/WeekRecords.tsx';
import { Stack } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Columns } from '../../ui/layout/sections.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption } from '../../ui/text.ts';
import { useIsTakenOver } from '../../ui/use-in-browser.ts';
import {
  NationsBest,
  WeekPresidents,
  NoWeek,
  WeekFailed,
  WeekClock,
} from '../../views/weeks/week-parts.tsx';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WEEK_RULES, weekDays, weekTitle } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PageTitle } from './PageTitle.tsx';

export function SeasonPage() {
  const { id } = useParams();
  // The built page serves every week, and their list.
  if (!useIsTakenOver()) return <Loading title="Weeks" />;
  if (id === undefined) return <Weeks />;
  const week = weekOf(id.toUpperCase());
  return week === null ? <Missing why="no-week" /> : <WeekOf key={week} week={week} />;
}

function Weeks() {
  return (
    <Page>
      <PageTitle>Weeks</PageTitle>
      <PageHead title="Weeks" lead={WEEK_RULES} />
      <WeekList />
    </Page>
  );
}

function WeekOf({ week }: { readonly week: number }) {
  const thisWeek = useThisWeek();
  const { data, isError, isFetching, refetch } = useWeek(week);
  const { walletAddress: you } = useWallet();
  const title = weekTitle(week);
  if (data === null) return <Missing why={week > thisWeek ? 'to-come' : 'before'} />;
  if (isError) {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <WeekFailed isFetching={isFetching} onRetry={refetch} />
      </>
    );
  }
  if (!data) return <Loading title={title} />;
  const { state, nations } = data.season;
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        lead={
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
          </p>
        }
      />
      <Podium rows={weekRows(data)} you={you} />
      <Columns>
        <Stack $gap={5}>
          <WeekRecords week={week} data={data} />
          <NationsBest data={data} />
          <WeekLandmarks week={week} />
        </Stack>
        <Stack $gap={5}>
          <NationsBoard nations={boardOfWeek(nations)} />
          <WeekPresidents data={data} />
          <WeekDays week={week} />
        </Stack>
      </Columns>
      <Caption>{WEEK_RULES}</Caption>
    </Page>
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
