/** A line per week, newest first: who won it, by how much, and one's own place in it; also where an address names none. */
import { useQuery } from '@tanstack/react-query';
import { css, styled } from 'styled-components';
import { Link } from 'react-router-dom';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekNumber, weekOf, weekTitle } from '../../../../common/values/week.ts';
import { playerQuery } from '../../api/players.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NARROW, Row } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHeads, PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { weekLink, weekPath } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';
import { weekDays } from '../../views/weeks/week-text.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const COLUMNS = '13rem minmax(0, 1fr) auto 5rem';
const WITH_OWN = `${COLUMNS} 2.25rem`;

/** Figures stand below their heads. */
const figures = css`
  > :nth-child(n + 3) {
    justify-self: end;
  }
`;

const Heads = styled(PanelHeads)`
  ${figures}
`;

/** The week's link covers its row; a person's own lies above it. */
const Line = styled(PanelRow)`
  ${figures}

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

  [data-label] {
    display: none;
  }

  @media ${NARROW} {
    grid-template: repeat(3, auto) / minmax(0, 1fr) auto;
    grid-auto-flow: column;
    gap: var(--space-1) var(--space-3);
    padding-block: var(--space-3);

    > :first-child {
      display: contents;
    }

    [data-label] {
      display: inline;
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
  if (query.isError && data === undefined) {
    return <LoadFailed text="The weeks could not be loaded." query={query} />;
  }
  if (data?.length === 0) return <FirstWeek />;
  const columns = places ? WITH_OWN : COLUMNS;
  return (
    <Panel title="Week by week" flush>
      <Heads $columns={columns}>
        <span>Week</span>
        <span>Champion</span>
        <span>Gain</span>
        <span>Players</span>
        {places && <span>You</span>}
      </Heads>
      <PanelRows aria-busy={!data || undefined}>
        {data?.map((season) => {
          const live = running?.season.id === season.id ? running : null;
          const own = live ? live.own : places?.find(({ id }) => id === season.id);
          return (
            <WeekRow
              key={season.id}
              season={live?.season ?? season}
              columns={columns}
              rank={own?.rank}
            />
          );
        }) ?? <WaitingRows count={6} columns={columns} widths={['8rem', '12rem']} height="4rem" />}
      </PanelRows>
    </Panel>
  );
}

/** Before anybody has joined there is no week. */
function FirstWeek() {
  const week = useThisWeek();
  return (
    <Row $gap={[3, 5]} $wrap>
      <strong>{`The first player begins week ${weekNumber(week)}:`}</strong>
      <ButtonLink to="/" tone="primary">
        Start Playing
      </ButtonLink>
    </Row>
  );
}

/** Of the week that runs, its ranking; of another, its page. */
function WeekRow({
  season: { id, state, players, champion },
  columns,
  rank,
}: {
  readonly season: Season;
  readonly columns: string;
  readonly rank: number | undefined;
}) {
  const week = weekOf(id);
  if (week === null) return null;
  const isRunning = state === 'running';
  return (
    <Line $columns={columns} $height="4rem">
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
        <span>{formatCount(players)}</span>
        <span data-label>{players === 1 ? ' player' : ' players'}</span>
      </Caption>
      {rank !== undefined && (
        <Strong>
          <span data-label>You </span>
          <span>{`#${formatCount(rank)}`}</span>
        </Strong>
      )}
    </Line>
  );
}

const WHY = {
  'no-week': 'There is no week of that name. These are all that were played.',
  'to-come': 'That week has not begun yet. These have.',
  before: 'The game had not begun in that week. These are all since.',
} as const;

export function NoWeek({ why }: { readonly why: keyof typeof WHY }) {
  const isEmpty = useQuery(seasonsQuery()).data?.length === 0;
  return (
    <Page>
      {isEmpty ? (
        <PageHead title="No week has begun yet" />
      ) : (
        <PageHead title="Which week?" lead={WHY[why]} />
      )}
      <WeekList />
    </Page>
  );
}
