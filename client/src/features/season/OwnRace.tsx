/**
 * A race of one's own size [SCR76]: those near the player in the week that runs, what passes each,
 * and where they would stand if it ended now. Live among the first, otherwise polled.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import type { SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekPartQuery } from '../../api/seasons.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { PHONE, Row } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows, RowRank, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption } from '../../ui/text.ts';
import { gapText, SPAN, spanOf, standText } from './own-race.ts';

/** The list sets `--rank` to fit its longest rank. */
const COLUMNS = 'var(--rank) minmax(0, 1fr) 7rem 8.5rem';
const HEIGHT = '2.75rem';
const BEHIND = 'Behind the podium';
/** As often as the page asks for its week. */
const POLL_MS = 30_000;

/** Fades an end that more follows, by the scroll's progress. */
const fade = keyframes`
  from { mask-position: 0 -2.25rem; }
  from, to { mask-size: 100% calc(100% + 2.25rem); }
  5%, 95% { mask-size: 100% 100%; }
  5%, to { mask-position: 0 0; }
`;

/**
 * One's own is the middle one of seven: whole rows, since one that its end cuts looks struck out.
 * The outermost fade, which says that there are more.
 */
const Rows = styled(PanelRows)`
  max-block-size: calc(7 * ${HEIGHT} + 1px);
  overflow-y: auto;
  overflow-anchor: none;
  border-block-start: 1px solid var(--rule);
  mask: linear-gradient(#000a, #000 2.25rem calc(100% - 2.25rem), #000a) 0 -2.25rem / 100%
    calc(100% + 4.5rem) no-repeat;
  animation: ${fade} linear;
  animation-timeline: scroll(self);

  &:focus-visible {
    mask: none;
  }

  @media print {
    max-block-size: none;
    mask: none;
  }
`;

/** A phone's row leaves out what was gained: its room is the name's. */
const Line = styled(PanelRow)`
  > :nth-child(n + 3) {
    justify-self: end;
  }

  @media ${PHONE} {
    grid-template-columns: var(--rank) minmax(0, 1fr) auto;

    > :nth-child(3),
    [data-avatar] {
      display: none;
    }
  }
`;

export function OwnRace({
  week,
  data,
  own: ownNow,
}: {
  readonly week: number;
  readonly data: SeasonDetail;
  readonly own: SeasonEntry;
}) {
  const { first, end } = spanOf(ownNow, data.season);
  const isLive = data.entries.length >= end;
  const part = useQuery({
    ...weekPartQuery(week, {
      offset: String(first),
      limit: String(2 * SPAN + 1),
      walletAddress: ownNow.walletAddress,
    }),
    refetchInterval: POLL_MS,
    // Each place has rows of its own.
    placeholderData: keepPreviousData,
    enabled: !isLive,
  }).data;
  const near = isLive ? data.entries.slice(first, end) : part?.entries;
  const own = (isLive ? null : part?.own) ?? ownNow;
  const list = useRef<HTMLOListElement>(null);
  /** Whether the reader has scrolled it by themselves. */
  const [isTheirs, setIsTheirs] = useState(false);
  const onScroll = () => setIsTheirs(true);
  const count = near?.length ?? 0;
  const place = (near ?? []).findIndex(({ walletAddress }) => walletAddress === own.walletAddress);
  useLayoutEffect(() => {
    const box = list.current;
    const row = box?.children[place];
    if (box && place < count && row instanceof HTMLElement && !isTheirs)
      box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
  }, [place, count, isTheirs]);
  return (
    <Panel title="Your race" flush>
      <PanelNote>{standText(own, data.season)}</PanelNote>
      <Rows
        ref={list}
        tabIndex={0}
        aria-label="Your race"
        aria-busy={!near || undefined}
        onWheel={onScroll}
        onTouchMove={onScroll}
        onKeyDown={onScroll}
        style={{ '--rank': `${2 + formatCount(end).length}ch` }}
      >
        {near?.map((entry) => (
          <Racer
            key={entry.walletAddress}
            entry={entry}
            isYou={entry.walletAddress === own.walletAddress}
            gap={gapText(own, entry)}
          />
        ))}
      </Rows>
    </Panel>
  );
}

/** Those who come next, for who has no race of their own. */
export function NextPlaces({ entries }: { readonly entries: readonly SeasonEntry[] | undefined }) {
  const third = entries?.[2];
  const next = entries?.slice(3, 10);
  return (
    <Panel title={BEHIND} flush>
      <PanelRows aria-label={BEHIND} style={{ '--rank': '3ch' }}>
        {next?.map((entry) => (
          <Racer key={entry.walletAddress} entry={entry} gap={third ? gapText(third, entry) : ''} />
        )) ?? (
          <WaitingRows
            count={7}
            columns="3ch minmax(0, 1fr) 4rem"
            widths={['3ch', '9rem', '4rem']}
            height={HEIGHT}
          />
        )}
      </PanelRows>
      {next?.length === 0 && <PanelNote>Nobody yet: any gain is a place.</PanelNote>}
    </Panel>
  );
}

function Racer({
  entry: { rank, nationId, walletAddress, name, gained },
  isYou = false,
  gap,
}: {
  readonly entry: SeasonEntry;
  readonly isYou?: boolean;
  readonly gap: string;
}) {
  return (
    <Line
      $columns={COLUMNS}
      $height={HEIGHT}
      data-own={isYou || undefined}
      aria-current={isYou || undefined}
    >
      <RowRank>{`#${formatCount(rank)}`}</RowRank>
      <Row as="span" $gap={2}>
        <Flag nation={nationId} label={NATIONS[nationId].name} />
        <Person wallet={walletAddress} name={name} isYou={isYou} />
      </Row>
      <span>{formatDeltaDollars(gained)}</span>
      <Caption>{gap}</Caption>
    </Line>
  );
}
