/** The top ten, readable across a room. */
import { memo, useRef } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { formatDollars } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { useRankMoves } from '../../views/rank-moves.ts';
import { figures } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { text, useUnitPx } from './screen.ts';

const TV_ROWS = 10;
/** In units. */
const ROW = 4.6;

const List = styled.ol`
  position: relative;
  block-size: ${text(TV_ROWS * ROW)};
`;

const Row = styled.li`
  position: absolute;
  inset-inline: 0;
  isolation: isolate;
  display: grid;
  grid-template-columns: ${text(4.6)} auto auto minmax(0, 1fr) auto;
  gap: ${text(1.2)};
  align-items: center;
  block-size: ${text(ROW)};
  padding-inline: ${text(0.8)};
  border-block-end: 1px solid var(--rule);
  font-size: ${text(2.2)};
  ${figures}
`;

const Rank = styled.span<{ $isFirst: boolean }>`
  display: flex;
  gap: ${text(0.6)};
  align-items: center;
  color: ${({ $isFirst }) => ($isFirst ? 'var(--action)' : 'var(--ink)')};
  font-family: var(--font-display);
  font-size: ${text(2.7)};
  font-weight: 500;

  > span + span {
    font-family: var(--font-sans);
    font-size: ${text(1.4)};
  }

  svg {
    inline-size: 0.7em;
    block-size: 0.7em;
  }
`;

const Who = styled.span`
  display: flex;
  gap: ${text(1)};
  align-items: baseline;
  min-inline-size: 0;
`;

const Name = styled.span`
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
`;

const Short = styled.span<{ $isDetail: boolean }>`
  flex: none;
  color: ${({ $isDetail }) => ($isDetail ? 'var(--ink-muted)' : 'inherit')};
  font-size: ${({ $isDetail }) => ($isDetail ? text(1.5) : 'inherit')};
`;

const Gdp = styled.strong`
  font-weight: 600;
`;

export function TvRanks({ rows }: { readonly rows: readonly LeaderboardEntry[] }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = rows.slice(0, TV_ROWS);
  const moves = useRankMoves(shown);
  useGlide(list, shown.map((row) => row.walletAddress).join());
  return (
    <List ref={list} aria-label="Top 10">
      {shown.map((entry, i) => (
        <TvRow
          key={entry.walletAddress}
          entry={entry}
          index={i}
          moved={moves.get(entry.walletAddress) ?? 0}
        />
      ))}
    </List>
  );
}

const TvRow = memo(function TvRow({
  entry,
  index,
  moved,
}: {
  readonly entry: LeaderboardEntry;
  readonly index: number;
  readonly moved: number;
}) {
  const { rank, nationId, nationName, walletAddress, name, gdp } = entry;
  const unit = useUnitPx();
  const top = index * ROW;
  return (
    <Row
      data-glide={walletAddress}
      data-top={top * unit}
      style={{ transform: `translateY(calc(var(--u) * ${top}))` }}
    >
      <Glow value={gdp} />
      <Rank $isFirst={rank === 1}>
        <span>{rank}</span>
        <RankMove places={moved} />
      </Rank>
      <Flag nation={nationId} height={1.8 * unit} label={nationName} />
      <Identicon address={walletAddress} size={2.6 * unit} />
      <Who>
        {name && (
          <Name>
            <bdi>{name}</bdi>
          </Name>
        )}
        <Short $isDetail={Boolean(name)}>{shortAddress(walletAddress)}</Short>
      </Who>
      <Gdp>
        <Figure value={gdp} text={formatDollars(gdp)} />
      </Gdp>
    </Row>
  );
});
