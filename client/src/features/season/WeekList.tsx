/**
 * A line per week, newest first: who won it, by how much, and one's own place in it; also where an
 * address names none.
 */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import { Link } from 'react-router-dom';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekNumber, weekOf, weekTitle } from '../../../../common/values/week.ts';
import { playerQuery } from '../../api/players.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { formatPlayers } from '../../ui/format.ts';
import { NARROW, Row } from '../../ui/layout/boxes.ts';
import { NoticeWords, Sea } from '../../ui/layout/Notice.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { WeekRules } from './WeekRules.tsx';
import { PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { weekLink, weekPath } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { weekDays } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const COLUMNS = '13rem minmax(0, 22rem) minmax(0, 1fr) 11rem';

/** The week's link covers its row; a person's own lies above it. */
const Line = styled(PanelRow)`
  > :last-child {
    justify-self: end;
  }

  > :first-child {
    display: grid;
  }

  > :first-child a {
    font-weight: 500;
    text-decoration: none;
  }

  > :first-child a::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  > :nth-child(2) {
    min-inline-size: 0;
  }

  > :nth-child(2) > a {
    z-index: 1;
  }

  &:hover {
    background: var(--surface-hover);
  }

  @media ${NARROW} {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--space-1) var(--space-3);
    padding-block: var(--space-3);

    > :nth-child(3) {
      grid-area: 1 / 2;
      place-self: start end;
    }
  }
`;

/** The week that runs is live. */
export function WeekList() {
  const query = useQuery(seasonsQuery());
  const running = useWeek(useThisWeek()).data;
  const { walletAddress } = useWallet();
  const places = useQuery({ ...playerQuery(walletAddress), refetchInterval: false }).data?.seasons;
  const { data } = query;
  const hasFailed = query.isError && data === undefined;
  return (
    <>
      {hasFailed ? (
        <LoadFailed text="The weeks could not be loaded." query={query} />
      ) : (
        <Panel title="Week by week" flush>
          <PanelRows aria-busy={!data || undefined}>
            {data?.map((season) => {
              const live = running?.season.id === season.id ? running : null;
              const own = live ? live.own : places?.find(({ id }) => id === season.id);
              return <WeekRow key={season.id} season={live?.season ?? season} rank={own?.rank} />;
            }) ?? (
              <WaitingRows count={6} columns={COLUMNS} widths={['8rem', '12rem']} height="4rem" />
            )}
          </PanelRows>
        </Panel>
      )}
      {/* The list above has its height by then. */}
      {(data ?? hasFailed) && <WeekRules />}
    </>
  );
}

/** Before anybody has joined there is no week: a page that invites to begin it. */
export function FirstWeek() {
  return (
    <Sea>
      <NoticeWords
        title={`The first player begins week ${weekNumber(useThisWeek())}`}
        text="The player who climbs furthest by the end of Sunday, UTC, wins it and keeps a laurel for good."
      >
        <ButtonLink to="/" tone="primary">
          Start Playing
        </ButtonLink>
      </NoticeWords>
      <WeekRules />
    </Sea>
  );
}

/** Of the week that runs, its ranking; of another, its page. */
function WeekRow({
  season: { id, state, players, champion },
  rank,
}: {
  readonly season: Season;
  readonly rank: number | undefined;
}) {
  const week = weekOf(id);
  if (week === null) return null;
  const isRunning = state === 'running';
  return (
    <Line $columns={COLUMNS} $height="4rem">
      <div>
        <Link to={isRunning ? weekLink(week) : weekPath(week)}>
          {isRunning ? 'This week' : weekTitle(week)}
        </Link>
        <Caption>
          {isRunning ? (
            <>
              <span>ends in </span>
              <WeekClock week={week} />
            </>
          ) : state === 'closing' ? (
            'being counted'
          ) : (
            weekDays(week)
          )}
        </Caption>
      </div>
      {champion ? (
        <Row $gap={2}>
          <Flag nation={champion.nationId} height={16} label={NATIONS[champion.nationId].name} />
          <Person wallet={champion.walletAddress} name={champion.name} avatar={20} />
          {isRunning && <Caption>leads</Caption>}
        </Row>
      ) : (
        <Caption>{isRunning ? 'Open: nobody has gained yet' : 'Nobody gained anything'}</Caption>
      )}
      <Strong>{champion && formatDeltaDollars(champion.gained)}</Strong>
      <Caption>
        <span>{formatPlayers(players)}</span>
        {rank !== undefined && <span>{`, you #${formatCount(rank)}`}</span>}
      </Caption>
    </Line>
  );
}

export function NoWeek() {
  if (useQuery(seasonsQuery()).data?.length === 0) return <FirstWeek />;
  return (
    <Page>
      <PageHead title="No such week" lead="These are the weeks so far." />
      <WeekList />
    </Page>
  );
}
