/** Search results: at most the twenty best-ranked players, each with a link to their page and their row. */
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  FOUND_ROWS,
  isFindable,
  type LeaderboardEntry,
} from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { failureReason } from '../../api/api-error.ts';
import { findQuery } from '../../api/leaderboard.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HiddenStatus } from '../../ui/VisuallyHidden.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../ui/Person.tsx';
import { figures } from '../../ui/text.ts';
import { NARROW, ROW_PX } from './ranking-grid.ts';
import { rankingLink, WHOLE_RANKING } from './ranking-url.ts';
import { ListSheet } from './RankingSkeleton.tsx';

const WAITING_ROWS = 3;

const Row = styled.li`
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr) minmax(9rem, 0.6fr) 7rem auto;
  gap: 0 var(--space-4);
  align-items: center;
  min-block-size: ${ROW_PX.wide}px;
  padding-inline: var(--space-4);
  border-block-end: 1px solid var(--rule);
  ${figures}

  &:last-child {
    border-block-end: 0;
  }

  @media ${NARROW} {
    grid-template-columns: 3rem minmax(0, 1fr) auto;
    min-block-size: ${ROW_PX.narrow}px;
    padding-inline: var(--space-3);
  }
`;

const Rank = styled.span`
  font-weight: 600;
`;

const Who = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
`;

const Nation = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  @media ${NARROW} {
    grid-area: 2 / 2;
  }
`;

const Gdp = styled.span`
  font-weight: 600;
  text-align: end;

  @media ${NARROW} {
    grid-area: 1 / 3;
  }
`;

const Jump = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--tap);
  color: var(--action);
  font-size: var(--text-caption);

  @media ${NARROW} {
    grid-area: 2 / 3;
    justify-self: end;
  }
`;

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  padding: var(--space-4);
  color: var(--ink-muted);
`;

export function FoundPlayers({ q, you }: { readonly q: string; readonly you: Address | null }) {
  const isAsked = isFindable(q);
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...findQuery(q),
    enabled: isAsked,
  });
  const back = <Link to={WHOLE_RANKING}>Show the whole ranking</Link>;
  if (!isAsked) {
    return (
      <ListSheet aria-label="Players found">
        <Words as="output">
          <span>{`${
            /^0x/i.test(q)
              ? 'An address begins with 0x and at least two of the digits 0–9 and a–f.'
              : 'A search wants two characters at least, and 64 at most.'
          } `}</span>
          {back}
        </Words>
      </ListSheet>
    );
  }
  if (isError && !data) {
    return (
      <ListSheet aria-label="Players found">
        <Words role="alert">
          <span>{failureReason(error) ?? 'The search could not be made.'}</span>
          <Button pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
          {back}
        </Words>
      </ListSheet>
    );
  }
  return (
    <ListSheet aria-label="Players found" aria-busy={!data}>
      <HiddenStatus>{data && countText(data.length)}</HiddenStatus>
      {data?.length === 0 ? (
        <Words>
          <span>{`Nobody’s name or address begins with ‘${q}’. `}</span>
          {back}
        </Words>
      ) : (
        <ol aria-label="Players found">
          {data
            ? data.map((entry) => (
                <FoundRow
                  key={entry.walletAddress}
                  entry={entry}
                  isYou={entry.walletAddress === you}
                />
              ))
            : Array.from({ length: WAITING_ROWS }, (_, i) => (
                <Row key={i}>
                  <Skeleton $width="2rem" />
                  <Skeleton $width="11rem" />
                  <Skeleton $width="6rem" />
                </Row>
              ))}
        </ol>
      )}
      {data?.length === FOUND_ROWS && (
        <Words>{`These are the best-ranked ${FOUND_ROWS}. Type more to find others.`}</Words>
      )}
    </ListSheet>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 player found' : `${count} players found`;
}

const FoundRow = memo(function FoundRow({
  entry,
  isYou,
}: {
  readonly entry: LeaderboardEntry;
  readonly isYou: boolean;
}) {
  const { rank, walletAddress, name, nationId, nationName, gdp } = entry;
  return (
    <Row>
      <Rank>{`#${formatCount(rank)}`}</Rank>
      <Who>
        <Person wallet={walletAddress} name={name} />
        {isYou && <Badge $tone="action">You</Badge>}
      </Who>
      <Nation to={nationPath(nationId)}>
        <Flag nation={nationId} />
        <span>{nationName}</span>
      </Nation>
      <Gdp>{formatDollars(gdp)}</Gdp>
      <Jump to={rankingLink({ around: walletAddress })}>Show in the ranking</Jump>
    </Row>
  );
});
