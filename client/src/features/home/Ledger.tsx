/** The ranking as it ticks on the first page: a few rows, live, read at a glance. */
import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { RankMove } from '../../ui/ChangeMark.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { figures, Glow } from '../../views/row-parts.tsx';

const ROWS = 7;
const ROW_PX = 48;

const Block = styled.section`
  display: flex;
  flex-direction: column;
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  border-block-end: 1px solid var(--rule-strong);
`;

const Title = styled.h2`
  font-size: var(--text-lead);
  font-weight: 500;
`;

const More = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-block-size: var(--tap);
  color: var(--action);
  font-size: var(--text-caption);
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

const Rows = styled.ol`
  position: relative;
  block-size: ${ROWS * ROW_PX}px;
`;

const Row = styled.li`
  position: absolute;
  inset-inline: 0;
  isolation: isolate;
  display: grid;
  grid-template-columns: 1.5rem auto minmax(0, 1fr) auto auto;
  gap: var(--space-3);
  align-items: center;
  block-size: ${ROW_PX}px;
  padding-inline: var(--space-1);
  border-block-end: 1px solid var(--rule);
  ${figures}
`;

/** One below the other, where nothing glides yet. */
const WaitingRow = styled(Row)`
  position: static;
`;

const Rank = styled.span`
  color: var(--ink-muted);
`;

const Gdp = styled.strong`
  /* At the end also where a row that did not move has nothing in the column before. */
  grid-column: -2;
  font-weight: 600;
  text-align: end;
`;

const Note = styled.p`
  padding-block: var(--space-4);
  color: var(--ink-muted);
`;

export function Ledger() {
  const { rows, isPending, isError } = useLeaderboard();
  const list = useRef<HTMLOListElement>(null);
  const moves = useRankMoves(rows);
  const shown = rows.slice(0, ROWS);
  useGlide(list, shown.map((row) => row.walletAddress).join());
  return (
    <Block aria-label="Live ranking">
      <Head>
        <Title>Ranking, live</Title>
        <More to="/ranking">
          All ranks <ArrowRight size={14} aria-hidden />
        </More>
      </Head>
      {!isPending && shown.length === 0 ? (
        <Note>
          {isError
            ? 'The ranking cannot be reached just now. It comes back by itself.'
            : 'Nobody rules yet. The first to choose a nation leads the world.'}
        </Note>
      ) : (
        <Rows ref={list} aria-busy={isPending}>
          {isPending
            ? Array.from({ length: ROWS }, (_, i) => <SkeletonRow key={i} />)
            : shown.map((entry, i) => (
                <LedgerRow
                  key={entry.walletAddress}
                  entry={entry}
                  index={i}
                  moved={moves.get(entry.walletAddress) ?? 0}
                />
              ))}
        </Rows>
      )}
    </Block>
  );
}

function LedgerRow({
  entry,
  index,
  moved,
}: {
  readonly entry: LeaderboardEntry;
  readonly index: number;
  readonly moved: number;
}) {
  const { rank, nationId, nationName, walletAddress, gdp } = entry;
  // By a transform, which shifts no layout.
  const top = index * ROW_PX;
  return (
    <Row
      data-glide={walletAddress}
      data-top={top}
      style={{ transform: `translateY(${top}px)` }}
      title={`${walletAddress}, ${formatDollars(gdp)}`}
    >
      <Glow value={gdp} />
      <Rank>{rank}</Rank>
      <Flag nation={nationId} label={nationName} />
      {shortAddress(walletAddress)}
      <RankMove places={moved} />
      <Gdp>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
      </Gdp>
    </Row>
  );
}

function SkeletonRow() {
  return (
    <WaitingRow>
      <Skeleton $width="0.75rem" />
      <Skeleton $width="1.5rem" $height="1rem" />
      <Skeleton $width="6.5rem" />
      <span />
      <Skeleton $width="3rem" />
    </WaitingRow>
  );
}
