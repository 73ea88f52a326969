/** The ranking as it was (/ranking?at=…). */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { instantOf } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { eventsOf, isAboutFew } from '../../features/activity/activity.ts';
import { FeedLines } from '../../features/activity/ActivityFeed.tsx';
import { boardOf } from '../../features/nations-board/board-nations.ts';
import { LateNationsChart } from '../../features/nations-chart/LateNationsChart.tsx';
import { ONE_COLUMN } from '../../features/ranking/page-layout.ts';
import { rankingLink, readRankingUrl, withPeople } from '../../features/ranking/ranking-url.ts';
import { RankingList } from '../../features/ranking/RankingList.tsx';
import { CARDS } from '../../features/ranking/row-layout.ts';
import { RewindBar } from '../../features/ranking/rewind/RewindBar.tsx';
import { DAY_MS, spanOf, upTo } from '../../features/ranking/rewind/up-to.ts';
import { useReplay } from '../../features/ranking/rewind/use-replay.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { useFollowed } from '../../ui/follow.ts';
import { formatMoment } from '../../ui/format.ts';
import { NARROW } from '../../ui/layout/boxes.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { oneLine } from '../../ui/text.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { rewindLink } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { PeopleList } from '../../features/ranking/people/late-people.tsx';
import { FEED_LINES, RankingView, type RankingSource } from './RankingView.tsx';
import { shownOf, useGoesOn, useStory, type Arrival } from './use-story.ts';

/** What the controls take of a window that is high enough for them to stay in sight. */
const CONTROLS_REM = { wide: 4.5, oneColumn: 8.875, narrow: 6.25 } as const;
const CONTROLS_PX = CONTROLS_REM.oneColumn * 16;

/** What a story is about, in the words that were pressed. */
const Told = styled.p`
  ${oneLine}
  margin-block-start: calc(-1 * var(--space-2));
  padding-inline: var(--space-3);
  line-height: 2rem;
  font-weight: 600;

  @media ${NARROW} {
    margin-block-start: 0;
    display: grid;
    align-content: center;
    block-size: 2.75rem;
    border-block-end: 1px solid var(--rule);
    line-height: 1.1875rem;
    font-size: var(--text-caption);
    white-space: normal;
  }
`;

const AsItWas = styled.div<{ $isStory: boolean }>`
  --told: ${({ $isStory }) => ($isStory ? '2rem' : '0rem')};
  --below: calc(var(--header-height) + ${CONTROLS_REM.wide}rem + var(--told));

  display: contents;

  > [data-part='bar'] {
    min-block-size: calc(var(--below) - var(--header-height));
  }

  /* What comes in below or above whom a story is about does not move them. */
  > * {
    overflow-anchor: none;
  }

  /* Laurels are of today. */
  [data-laurel] {
    display: none;
  }

  /* Among rows that light up and glide, several at a time. */
  tbody tr[data-found] {
    z-index: 1;
    box-shadow: inset 0 0 0 2px var(--action);
  }

  /* Whose story it is keeps their nation and President on a card: the words tell the deed. */
  @container ${CARDS} {
    tr[data-found] .deed {
      display: none;
    }

    tr[data-found] .wallet {
      display: inline;
    }

    tr[data-found] :is(.player, .where),
    tr[data-found]:not([data-podium]) .nation {
      display: flex;
    }
  }

  @media (min-height: 35rem) {
    > [data-part='bar'] {
      position: sticky;
      inset-block-start: var(--header-height);
      z-index: 4;
      background: var(--surface);
    }

    /* What is sticky there is so below the controls. */
    > [data-part='bar'] + * {
      --header-height: var(--below);

      > * {
        inset-block-start: var(--below);
      }
    }
  }

  @media ${ONE_COLUMN} {
    --below: calc(var(--header-height) + ${CONTROLS_REM.oneColumn}rem + var(--told));
  }

  @media ${NARROW} {
    --below: calc(var(--header-height) + ${CONTROLS_REM.narrow}rem + var(--told) * 1.375);
  }

  @media print {
    > [data-part='bar'] {
      position: static;
    }
  }
`;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The moment of an address; null if it is none. */
function momentIn(text: string): number | null {
  const atMs = ISO.test(text.trim()) ? instantOf(text.trim()) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** @param framed puts the page's title above. */
export function RankingPast({
  at,
  framed,
}: {
  readonly at: string;
  readonly framed: (children: ReactNode) => ReactNode;
}) {
  const now = useGameNow();
  const query = useQuery(nationsHistoryQuery('24h'));
  const { data, isError } = query;
  const { state }: { state: Arrival | null } = useLocation();
  // Pausing replaces the address, and its state with it.
  const [story] = useState(state);
  const atMs = momentIn(at);
  if (atMs === null) return <NoMoment text="The address names no moment." />;
  if (atMs > now() + 1000) return <NoMoment text="That moment is still to come." />;
  if (!data) {
    const source: RankingSource = { rows: null, nations: null, view: 'both', bar: null };
    if (!isError)
      return framed(
        <AsItWas $isStory={story?.text !== undefined}>
          <RankingView source={source} />
        </AsItWas>,
      );
    return <LoadFailedPage title="The past cannot be reached just now" query={query} />;
  }
  const begunMs = data.begunAt === null ? null : instantOf(data.begunAt);
  if (begunMs === null) return <NoMoment text="The game has not begun: nobody has joined yet." />;
  // A story of the game's first minute begins with the game.
  if (atMs < begunMs && !story)
    return <NoMoment text={`The game began on ${formatMoment(new Date(begunMs))}.`} />;
  return framed(<Past atMs={Math.max(begunMs, atMs)} begunMs={begunMs} now={now} story={story} />);
}

function Past({
  atMs,
  begunMs,
  now,
  story,
}: {
  readonly atMs: number;
  readonly begunMs: number;
  readonly now: () => number;
  readonly story: Arrival | null;
}) {
  const navigate = useNavigate();
  const { state }: { state: Arrival | null } = useLocation();
  const plays = state?.plays;
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const { people } = readRankingUrl(params);
  const follows = useFollowed();
  const onLive = () => void navigate(rankingLink({ people }));
  const playing = useReplay({
    startMs: atMs,
    begunMs,
    now,
    plays: plays === true ? 60 : plays ? 10 : null,
    pausesMs: typeof story?.plays === 'string' ? instantOf(story.plays) : null,
    onLive,
    onSettled: (moment) =>
      void navigate(withPeople(rewindLink(moment), people), {
        replace: true,
        preventScrollReset: true,
      }),
  });
  // The link may have been below the list.
  useEffect(() => scrollTo(0, 0), []);
  const { frame, isPlaying } = playing;
  useGoesOn(story, playing);
  const { marks, jump, found, text } = useStory(story, playing);
  const [span] = useState(() =>
    spanOf(atMs, {
      begunMs,
      nowMs: now(),
      leastMs: story?.isEnd ? 7 * DAY_MS : story?.text ? DAY_MS : 0,
    }),
  );
  const bar = (
    <>
      <RewindBar playing={playing} begunMs={begunMs} nowMs={now()} onLive={onLive} />
      {text && <Told title={text}>{text}</Told>}
    </>
  );
  if (!frame) {
    const source: RankingSource = { rows: null, nations: null, view: 'both', bar };
    return (
      <AsItWas $isStory={text !== undefined}>
        <RankingView source={source} />
      </AsItWas>
    );
  }
  const { rows, count, totals, activity } = frame;
  const everyones = shownOf(activity);
  const isFew = isAboutFew(people, follows);
  const events = isFew ? eventsOf(everyones, people, you, follows) : everyones;
  const everyone = (
    <RankingList
      rows={rows}
      totalCount={rows.length}
      label={`The first ${formatCount(rows.length)} of ${formatCount(count)}`}
      you={you}
      isPlaying={isPlaying}
      marks={marks}
      found={found}
      jump={jump}
      // A row that is jumped to is in the middle of the window as it is.
      coveredPx={jump ? 0 : CONTROLS_PX}
    />
  );
  const source: RankingSource = {
    rows,
    you,
    found,
    nations: boardOf(totals),
    view: 'both',
    bar,
    chart: span && <LateNationsChart cut={upTo({ atMs: playing.atMs, totals })} span={span} />,
    list: people ? (
      <PeopleList
        people={people}
        rows={rows}
        you={you}
        longestRank={count}
        isPlaying={isPlaying}
        everyone={everyone}
      />
    ) : (
      everyone
    ),
    feed: (
      <Panel title="Just before" flush>
        {events.length === 0 ? (
          <PanelNote>Nothing happened.</PanelNote>
        ) : (
          <FeedLines
            events={events}
            lines={FEED_LINES}
            you={you}
            isOfFew={isFew}
            nowMs={playing.atMs}
          />
        )}
      </Panel>
    ),
  };
  return (
    <AsItWas $isStory={text !== undefined}>
      <RankingView source={source} />
    </AsItWas>
  );
}

function Live() {
  const navigate = useNavigate();
  useShortcut('l', () => void navigate('/ranking'));
  return (
    <ButtonLink to="/ranking" tone="primary">
      See the ranking now
    </ButtonLink>
  );
}

function NoMoment({ text }: { readonly text: string }) {
  return (
    <Notice title="Which moment?" text={text}>
      <Live />
    </Notice>
  );
}
