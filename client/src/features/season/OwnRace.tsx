/**
 * A race of one's own size [SCR76]: those near the player in the week that runs, what passes each,
 * and where they would stand if it ended now. Live among the first, otherwise polled.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekPartQuery } from '../../api/seasons.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import {
  PanelHeads,
  PanelNote,
  PanelRow,
  PanelRows,
  RowRank,
  WaitingRows,
} from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { rivalsOf, SPAN, spanOf, standText } from './own-race.ts';

/** The list sets `--rank` to fit its longest rank. */
const COLUMNS = 'var(--rank) minmax(0, 1fr) 7rem 8.5rem';
const HEIGHT = '2.75rem';
/** As often as the page asks for its week. */
const POLL_MS = 30_000;
/** How many rows are in sight. */
const SHOWN = 11;

/** Of the rows in sight one's own is the middle one. */
const Rows = styled(PanelRows)`
  max-block-size: calc(${SHOWN} * ${HEIGHT});
  overflow-y: auto;

  @media print {
    max-block-size: none;
  }
`;

const Near = styled.div``;

const ends = `
  > :nth-child(n + 3) {
    justify-self: end;
  }
`;

const Heads = styled(PanelHeads)`
  ${ends}
`;

/** A phone's row leaves out what was gained: its room is the name's. */
const Line = styled(PanelRow)`
  ${ends}

  @media ${PHONE} {
    grid-template-columns: var(--rank) minmax(0, 1fr) auto;

    > [data-part='gained'],
    [data-avatar] {
      display: none;
    }
  }
`;

export function OwnRace({
  week,
  data,
  you,
}: {
  readonly week: number;
  readonly data: SeasonDetail;
  readonly you: Address | null;
}) {
  const { first, end } = spanOf(data);
  const isLive = data.entries.length >= end;
  const part = useQuery({
    ...weekPartQuery(week, {
      offset: String(first),
      limit: String(2 * SPAN + 1),
      ...(you && { walletAddress: you }),
    }),
    refetchInterval: POLL_MS,
    // Each place has rows of its own.
    placeholderData: keepPreviousData,
    enabled: !isLive,
  }).data;
  const near = isLive ? { ...data, entries: data.entries.slice(first, end) } : part;
  const rivals = near && rivalsOf(near, near.entries);
  const list = useRef<HTMLOListElement>(null);
  useGlide(list, rivals?.map(({ entry }) => entry.walletAddress).join() ?? '');
  const isKnown = rivals !== undefined;
  useLayoutEffect(() => {
    const box = list.current;
    if (!isKnown || !box) return;
    const own = box.querySelector<HTMLElement>('[data-own]');
    box.scrollTop = own
      ? own.offsetTop - (box.clientHeight - own.offsetHeight) / 2
      : box.scrollHeight;
  }, [isKnown]);
  return (
    <Panel title="Your race" flush>
      <PanelNote>{standText(isLive || !part ? data : part)}</PanelNote>
      <Near style={{ '--rank': `${2 + formatCount(end).length}ch` }}>
        {rivals?.length !== 0 && (
          <Heads $columns={COLUMNS}>
            <span>Rank</span>
            <span>Player</span>
            <span>Gained</span>
            <span />
          </Heads>
        )}
        <Rows ref={list} tabIndex={0} aria-label="Your race" aria-busy={!rivals || undefined}>
          {rivals?.map(({ entry, side, dollars }) => (
            <Line
              key={entry.walletAddress}
              $columns={COLUMNS}
              $height={HEIGHT}
              data-glide={entry.walletAddress}
              data-own={side === 'own' || undefined}
              aria-current={side === 'own' || undefined}
            >
              <Glow value={entry.gained} />
              <RowRank>{`#${formatCount(entry.rank)}`}</RowRank>
              <Row as="span" $gap={2}>
                <Flag nation={entry.nationId} label={NATIONS[entry.nationId].name} />
                <Person wallet={entry.walletAddress} name={entry.name} isYou={side === 'own'} />
              </Row>
              <Caption data-part="gained">{formatDeltaDollars(entry.gained)}</Caption>
              <Caption>
                {side === 'ahead' && <Strong>{formatDollars(dollars)}</Strong>}
                <span>{side === 'own' ? '' : side === 'ahead' ? ' passes' : behind(dollars)}</span>
              </Caption>
            </Line>
          )) ?? (
            <WaitingRows
              count={SHOWN}
              columns={COLUMNS}
              widths={['2rem', '9rem', '4rem', '4rem']}
              height={HEIGHT}
            />
          )}
        </Rows>
      </Near>
    </Panel>
  );
}

const behind = (dollars: number) => (dollars === 0 ? 'tied' : `${formatDollars(dollars)} behind`);
