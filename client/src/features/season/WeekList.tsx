/** All weeks, newest first: who won each, by how much, and one's own place in it; also where an address names none. */
import { useQuery } from '@tanstack/react-query';
import { css, styled } from 'styled-components';
import { Link } from 'react-router-dom';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { playerQuery } from '../../api/players.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NARROW, Row } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHeads, PanelNote, PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
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

/** One's own rank in a week, live in the one that runs; null without a nation. */
function useOwnPlaces(): ((id: string) => number | undefined) | null {
  const { walletAddress } = useWallet();
  const profile = useQuery({ ...playerQuery(walletAddress), refetchInterval: false }).data;
  const running = useWeek(useThisWeek()).data;
  if (!profile) return null;
  return (id) =>
    id === running?.season.id
      ? running.own?.rank
      : profile.seasons?.find((place) => place.id === id)?.rank;
}

export function WeekList() {
  const query = useQuery(seasonsQuery());
  const placeIn = useOwnPlaces();
  const { data } = query;
  const columns = placeIn ? WITH_OWN : COLUMNS;
  if (query.isError && data === undefined) {
    return <LoadFailed text="The weeks could not be loaded." query={query} />;
  }
  return (
    <Panel title="All weeks" flush>
      {data?.length === 0 ? (
        <PanelNote>No week has begun yet: the first player begins it.</PanelNote>
      ) : (
        <>
          <Heads $columns={columns}>
            <span>Week</span>
            <span>Champion</span>
            <span>Gain</span>
            <span>Players</span>
            {placeIn && <span>You</span>}
          </Heads>
          <PanelRows aria-busy={!data || undefined}>
            {data ? (
              data.map((season) => <WeekRow key={season.id} season={season} placeIn={placeIn} />)
            ) : (
              <WaitingRows count={6} columns={columns} widths={['8rem', '12rem']} height="4rem" />
            )}
          </PanelRows>
        </>
      )}
    </Panel>
  );
}

function WeekRow({
  season: { id, state, players, champion },
  placeIn,
}: {
  readonly season: Season;
  readonly placeIn: ReturnType<typeof useOwnPlaces>;
}) {
  const week = weekOf(id);
  const rank = placeIn?.(id);
  if (week === null) return null;
  return (
    <Line $columns={placeIn ? WITH_OWN : COLUMNS} $height="4rem">
      <div>
        <Link to={weekPath(week)}>{weekTitle(week)}</Link>
        <Caption>
          {state === 'running' ? (
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
      {state === 'running' ? (
        <Caption>Still open</Caption>
      ) : champion ? (
        <Row $gap={2}>
          <Flag nation={champion.nationId} height={16} label={NATIONS[champion.nationId].name} />
          <Person
            wallet={champion.walletAddress}
            name={champion.name}
            avatar={20}
            address="below"
          />
        </Row>
      ) : (
        <Caption>Nobody gained anything</Caption>
      )}
      <Strong>{champion && state !== 'running' && formatDeltaDollars(champion.gained)}</Strong>
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
  const thisWeek = useThisWeek();
  return (
    <Page>
      <PageHead title="Which week?" lead={WHY[why]}>
        <ButtonLink to={weekLink(thisWeek)} tone="primary">
          See this week
        </ButtonLink>
      </PageHead>
      <WeekList />
    </Page>
  );
}
