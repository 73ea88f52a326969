/**
 * A ranking's rows of a few players only: of whom one follows and oneself, or of a circle that a
 * link names [SCR74, SCR75].
 */
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { circleOf, circleTitle, NAMED_PLAYERS } from '../../../../../common/values/circle.ts';
import { PRODUCT_NAME } from '../../../../../common/values/product.ts';
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../../common/values/address.ts';
import type { ShownEvent } from '../../../live/live-events.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFollowed } from '../../../ui/follow.ts';
import { follow } from '../../../ui/followed.ts';
import { formatPlayers } from '../../../ui/format.ts';
import { NARROW, Row } from '../../../ui/layout/boxes.ts';
import { Share } from '../../../ui/Share.tsx';
import { Caption } from '../../../ui/text.ts';
import { showDone } from '../../../ui/toasts/toast.ts';
import { usePeople } from '../../../views/people.ts';
import { RankingList } from '../RankingList.tsx';
import { ListSkeleton } from '../RankingTable.tsx';
import { Problem } from '../RankingBar.tsx';
import { noAddress, rankingLink, type People } from '../ranking-url.ts';
import type { RankedRow } from '../week-rows.ts';
import { rowsAmong } from './among.ts';

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
  /** Why some are not among the rows: `Not playing`. */
  readonly absent: string;
  readonly marks?: ReadonlyMap<Address, ShownEvent>;
  readonly isPaused?: boolean;
  readonly isPlaying?: boolean;
  readonly isWeek?: boolean;
  readonly named?: readonly RankedRow[];
}

const circleIn = (people: string) => circleOf(people.slice('with='.length));
const circleLink = (wallets: readonly string[]) =>
  rankingLink({ people: `with=${wallets.join()}` });

/** By the live ranking: who is beyond its rows is asked for. */
export function LivePeople({
  people: whose,
  rows,
  own,
  you,
  totalCount,
  marks,
  isPaused,
}: Pick<PeopleListProps, 'people' | 'you'> & {
  readonly rows: readonly LeaderboardEntry[];
  /** As last pushed. */
  readonly own: LeaderboardEntry | null;
  readonly totalCount: number;
  readonly marks: ReadonlyMap<Address, ShownEvent>;
  readonly isPaused: boolean;
}) {
  const { people, isKnown, query } = usePeople(useWallets(whose, you), rows);
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
      absent={
        query.isError && !query.data
          ? 'Could not be loaded just now'
          : isKnown
            ? 'Not playing'
            : 'Still loading'
      }
    />
  );
}

function useWallets(people: NonNullable<People>, you: Address | null): ReadonlySet<string> {
  const mine = useFollowed();
  return useMemo(
    () =>
      people === 'mine'
        ? new Set([...(you ? [you.toLowerCase()] : []), ...mine])
        : new Set(circleIn(people).wallets),
    [people, you, mine],
  );
}

export function PeopleList({ people, rows, named = rows, you, absent, ...list }: PeopleListProps) {
  const wallets = useWallets(people, you);
  const listed = useMemo(() => rowsAmong(rows, wallets), [rows, wallets]);
  const title = people === 'mine' ? 'Mine' : circleTitle(wallets);
  const words = people === 'mine' ? mineText(wallets, you) : circleText(wallets.size);
  const missing = wallets.size - listed.length;
  return (
    <>
      {people !== 'mine' && <Problems people={people} />}
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      {wallets.size > 0 && (
        <Head $gap={2}>
          <Caption>
            <span>{words}</span>
            {missing > 0 && <span>{` ${absent}: ${missing}.`}</span>}
          </Caption>
          <Ways people={people} wallets={wallets} listed={listed} you={you} title={title} />
        </Head>
      )}
      <RankingList
        {...list}
        rows={listed}
        named={named}
        totalCount={listed.length}
        label={title}
        none={wallets.size > 0 ? 'Nobody to list here.' : words}
        you={you}
      />
    </>
  );
}

/** What of a circle's link names nobody. */
function Problems({ people }: { readonly people: string }) {
  const { nonsense, beyond } = circleIn(people);
  const texts = nonsense.slice(0, 1).map(noAddress);
  if (beyond > 0) {
    texts.push(`A circle has ${NAMED_PLAYERS} players at most: ${beyond} more are left out.`);
  }
  return texts.length > 0 && <Problem>{texts.join(' ')}</Problem>;
}

const circleText = (count: number) =>
  count === 0 ? 'The link names nobody.' : `A circle of ${count}, ranked here and overall.`;

/** What the list is. */
function mineText(wallets: ReadonlySet<string>, you: Address | null): string {
  const others = wallets.size - (you ? 1 : 0);
  if (others === 0) {
    return 'You follow nobody yet. The star beside a player, or ‘Follow’ on their page, adds them here.';
  }
  const whom = `${formatPlayers(others)} whom you follow`;
  return `${you ? `You and ${whom}` : whom}, ranked here and overall.`;
}

function Ways({
  people,
  wallets,
  listed,
  you,
  title,
}: Pick<PeopleListProps, 'people' | 'you'> & {
  readonly wallets: ReadonlySet<string>;
  readonly listed: readonly RankedRow[];
  readonly title: string;
}) {
  const mine = useFollowed();
  if (people === 'mine') {
    if (mine.size === 0) return null;
    const path = circleLink([...wallets].slice(0, NAMED_PLAYERS));
    return (
      <Share path={path} title={`${title} · ${PRODUCT_NAME}`}>
        Share as a circle
      </Share>
    );
  }
  const others = listed
    .map(({ walletAddress }) => walletAddress)
    .filter((wallet) => wallet !== you && !mine.has(wallet.toLowerCase()));
  const followAll = () => {
    if (follow(...others)) showDone(`You follow ${formatPlayers(others.length)} more`);
  };
  return (
    <>
      {others.length > 0 && (
        <Button tone="quiet" onClick={followAll}>
          <span>Follow all</span>
        </Button>
      )}
      <Share path={circleLink([...wallets])} title={`${title} · ${PRODUCT_NAME}`} />
    </>
  );
}
