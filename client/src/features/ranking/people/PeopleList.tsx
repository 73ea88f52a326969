/**
 * A ranking's rows of a few players only: of whom one follows and oneself, or of a circle that a
 * link names [SCR74, SCR75].
 */
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { circleOf, circleTitle } from '../../../../../common/values/circle.ts';
import { PRODUCT_NAME } from '../../../../../common/values/product.ts';
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../../common/values/address.ts';
import type { ShownEvent } from '../../../live/live-events.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFollowed } from '../../../ui/follow.ts';
import { follow } from '../../../ui/followed.ts';
// A phone has the stars before its first touch here.
import '../../../ui/FollowStar.tsx';
import { formatDayTime, formatPlayers } from '../../../ui/format.ts';
import { NARROW, Row } from '../../../ui/layout/boxes.ts';
import { Share } from '../../../ui/Share.tsx';
import { Caption } from '../../../ui/text.ts';
import { showDone } from '../../../ui/toasts/toast.ts';
import { usePeople } from '../../../views/people.ts';
import { RankingList } from '../RankingList.tsx';
import { ListSkeleton } from '../RankingTable.tsx';
import { rankingLink, type People } from '../ranking-url.ts';
import type { RankedRow } from '../week-rows.ts';
import { rowsAmong } from './among.ts';
import { useMovesSince } from './since.ts';

const Head = styled(Row)`
  min-block-size: var(--tap);
  margin-block-end: var(--space-2);

  > :first-child {
    flex: 1 1 9rem;
  }

  @media ${NARROW} {
    > button {
      padding-inline: var(--space-1);
      font-size: var(--text-caption);
    }
  }

  @media print {
    display: none;
  }
`;

interface PeopleListProps {
  readonly people: NonNullable<People>;
  readonly rows: readonly RankedRow[];
  readonly you: Address | null;
  readonly longestRank: number;
  /** Why some are not among the rows: `Not playing`; null while unknown. */
  readonly absent?: string | null;
  readonly marks?: ReadonlyMap<Address, ShownEvent>;
  readonly isPaused?: boolean;
  readonly isPlaying?: boolean;
  readonly isWeek?: boolean;
  readonly named?: readonly RankedRow[];
  /** How far each has moved since the last visit. */
  readonly since?: ReturnType<typeof useMovesSince>;
  /** The list that is shown to one who follows nobody. */
  readonly everyone?: ReactNode;
}

/** By the live ranking: who is beyond its rows is asked for. */
export function LivePeople({
  people: whose,
  rows,
  own,
  you,
  totalCount,
  marks,
  isPaused,
  everyone,
}: Pick<PeopleListProps, 'people' | 'you' | 'everyone'> & {
  readonly rows: readonly LeaderboardEntry[];
  /** As last pushed. */
  readonly own: LeaderboardEntry | null;
  readonly totalCount: number;
  readonly marks: ReadonlyMap<Address, ShownEvent>;
  readonly isPaused: boolean;
}) {
  const { people, isKnown } = usePeople(useWallets(whose, you), rows);
  const since = useMovesSince(own ? [...people, own] : people, whose === 'mine' && isKnown);
  if (!isKnown && people.length === 0) return <ListSkeleton />;
  return (
    <PeopleList
      people={whose}
      you={you}
      longestRank={Math.max(totalCount, rows.length)}
      marks={marks}
      isPaused={isPaused}
      rows={own ? [...people, own] : people}
      named={rows}
      absent={isKnown ? 'Not playing' : null}
      since={since}
      everyone={everyone}
    />
  );
}

function useWallets(people: NonNullable<People>, you: Address | null): ReadonlySet<string> {
  const mine = useFollowed();
  return useMemo(
    () =>
      people === 'mine'
        ? new Set([...(you ? [you.toLowerCase()] : []), ...mine])
        : new Set(circleOf(people.slice('with='.length))),
    [people, you, mine],
  );
}

export function PeopleList({
  people,
  rows,
  named = rows,
  you,
  absent = 'Not in this list',
  since,
  everyone,
  ...list
}: PeopleListProps) {
  const mine = useFollowed();
  const wallets = useWallets(people, you);
  const listed = useMemo(() => rowsAmong(rows, wallets), [rows, wallets]);
  const isMine = people === 'mine';
  const title = isMine ? 'Mine' : circleTitle(wallets.size);
  const [params] = useSearchParams();
  const whole = new URLSearchParams(params);
  whole.delete('with');
  const missing = wallets.size - listed.length;
  const others = mine.size - (you && mine.has(you.toLowerCase()) ? 1 : 0);
  const strangers = listed
    .map(({ walletAddress }) => walletAddress)
    .filter((wallet) => wallet !== you && !mine.has(wallet.toLowerCase()));
  const followAll = () => {
    if (follow(...strangers)) {
      showDone(`You follow ${formatPlayers(strangers.length).replace(' ', ' more ')}`);
    }
  };
  if (isMine && mine.size === 0) {
    return (
      <>
        <title>{`${title} · ${PRODUCT_NAME}`}</title>
        <Head>
          <Caption>You follow nobody yet. The star beside a player adds them here.</Caption>
        </Head>
        <div data-stars>{everyone}</div>
      </>
    );
  }
  const who = isMine ? `${you ? 'You and ' : ''}${formatPlayers(others)} you follow` : title;
  const moment = since?.atMs ? ` (▲▼ since ${formatDayTime(new Date(since.atMs))})` : '';
  return (
    <>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <Head $gap={2}>
        <Caption>
          <span>
            {wallets.size === 0
              ? 'The link names nobody.'
              : `${who}, ranked here and overall${moment}.`}
          </span>
          {absent !== null && missing > 0 && <span>{` ${absent}: ${missing}.`}</span>}
          {!isMine && (
            <span>
              {' '}
              <Link data-tap to={`?${whole}`} style={{ whiteSpace: 'nowrap' }}>
                Whole ranking
              </Link>
            </span>
          )}
        </Caption>
        {strangers.length > 0 && (
          <Button tone="quiet" onClick={followAll}>
            <span>Follow all</span>
          </Button>
        )}
        {wallets.size > 0 && (
          <Share
            path={rankingLink({ people: `with=${[...wallets].join()}` })}
            title={`${title} · ${PRODUCT_NAME}`}
          >
            {isMine ? 'Share as a circle' : 'Share'}
          </Share>
        )}
      </Head>
      <RankingList
        {...list}
        rows={listed}
        named={named}
        totalCount={listed.length}
        label={title}
        none="Nobody to list here."
        you={you}
        {...(since?.atMs && { moves: since.moves })}
      />
    </>
  );
}
