/** The rows of the home page's ranking. */
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Person } from '../../ui/Person.tsx';
import { useRankMoves } from '../../views/rank-moves.ts';
import { Glow } from '../../views/row-parts.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { ROWS, ROW_PX, Row, Rows } from './ledger-parts.tsx';

const Rank = styled.span`
  color: var(--ink-muted);
`;

const Line = styled(Row)`
  &[aria-current] {
    background: var(--surface-hover);
    box-shadow: inset 3px 0 0 var(--action);
  }
`;

const Own = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
`;

const Gdp = styled.strong`
  /* In the last column, even if a row that did not move leaves the column before it empty. */
  grid-column: -2;
  font-weight: 600;
  text-align: end;
`;

export function LedgerRows({ rows }: { readonly rows: readonly LeaderboardEntry[] }) {
  const list = useRef<HTMLOListElement>(null);
  const moves = useRankMoves(rows);
  const { walletAddress: you } = useWallet();
  const shown = rows.slice(0, ROWS);
  useGlide(list, shown.map((row) => row.walletAddress).join());
  return (
    <Rows ref={list}>
      {shown.map((entry, i) => (
        <LedgerRow
          key={entry.walletAddress}
          entry={entry}
          index={i}
          isYou={entry.walletAddress === you}
          moved={moves.get(entry.walletAddress) ?? 0}
        />
      ))}
    </Rows>
  );
}

function LedgerRow({
  entry,
  index,
  isYou,
  moved,
}: {
  readonly entry: LeaderboardEntry;
  readonly index: number;
  readonly isYou: boolean;
  readonly moved: number;
}) {
  const { rank, nationId, nationName, walletAddress, name, gdp } = entry;
  // A transform causes no layout shift.
  const top = index * ROW_PX;
  return (
    <Line
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      data-top={top}
      style={{ transform: `translateY(${top}px)` }}
      title={`${walletAddress}, ${formatDollars(gdp)}`}
    >
      <Glow value={gdp} />
      <Rank>{rank}</Rank>
      <Flag nation={nationId} label={nationName} />
      {isYou ? (
        <Own>
          {/* The badge takes the avatar's place. */}
          <Person wallet={walletAddress} name={name} avatar={0} isStacked />
          <Badge $tone="action">You</Badge>
        </Own>
      ) : (
        <Person wallet={walletAddress} name={name} isStacked />
      )}
      <RankMove places={moved} />
      <Gdp>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
      </Gdp>
    </Line>
  );
}
