/** The big moves for a screen on a wall: as many as fit, newest first. */
import { useRef } from 'react';
import { styled } from 'styled-components';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars } from '../../ui/format.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { text, useUnitPx } from './screen.ts';

/** In units. */
const LINE = 4.2;
const MOST = 5;

export interface TvMove {
  readonly event: ShownEvent;
  readonly words: string;
  /** [WRK1] The nation did it, not this player alone. */
  readonly isOfNation: boolean;
}

const List = styled.ol`
  position: relative;
  overflow: clip;
`;

const Line = styled.li`
  position: absolute;
  inset-inline: 0;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 ${text(1)};
  align-content: center;
  align-items: center;
  block-size: ${text(LINE)};
  border-block-end: 1px solid var(--rule);
  font-size: ${text(1.6)};
  line-height: 1.25;
  white-space: nowrap;
`;

const Words = styled.span`
  grid-column: 2 / -1;
  overflow: hidden;
  color: var(--ink-muted);
  text-overflow: ellipsis;
`;

const Who = styled.span`
  display: flex;
  gap: ${text(0.6)};
  align-items: baseline;
  min-inline-size: 0;
  font-weight: 600;
`;

const Name = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

const Short = styled.span<{ $isDetail: boolean }>`
  flex: none;
  color: ${({ $isDetail }) => ($isDetail ? 'var(--ink-muted)' : 'inherit')};
  font-weight: ${({ $isDetail }) => ($isDetail ? 400 : 600)};
`;

const Delta = styled.span<{ $delta: number }>`
  color: ${({ $delta }) => ($delta < 0 ? 'var(--fall)' : 'var(--rise)')};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

export function TvMoves({ moves }: { readonly moves: readonly TvMove[] }) {
  const list = useRef<HTMLOListElement>(null);
  const unit = useUnitPx();
  const shown = moves.slice(0, MOST);
  useGlide(list, shown.map(({ event }) => event.id).join());
  return (
    <List ref={list} aria-label="Big moves">
      {shown.map(({ event, words, isOfNation }, i) => (
        <Line
          key={event.id}
          data-glide={event.id}
          data-top={i * LINE * unit}
          style={{ transform: `translateY(calc(var(--u) * ${i * LINE}))` }}
        >
          <Flag nation={event.nationId} height={1.5 * unit} />
          <Who>
            {isOfNation ? (
              NATIONS[event.nationId].name
            ) : (
              <>
                {event.name && (
                  <Name>
                    <bdi>{event.name}</bdi>
                  </Name>
                )}
                <Short $isDetail={Boolean(event.name)}>{shortAddress(event.walletAddress)}</Short>
              </>
            )}
          </Who>
          <Delta $delta={deltaOf(event)}>
            {deltaOf(event) !== 0 && formatDeltaDollars(deltaOf(event))}
          </Delta>
          <Words>{words}</Words>
        </Line>
      ))}
    </List>
  );
}
