/** How a player's GDP adds up [GDP1]: term by term, stake by stake, down to the sum. */
import { Lock, LockOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useGameNow } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { FigureTable } from '../../ui/FigureTable.ts';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatCountdown, formatDayTime, formatMoment } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Caption } from '../../ui/text.ts';
import type { ReceiptBlock, ReceiptLine } from './receipt.ts';

/** How many stakes of a term are listed at first. */
const SHOWN_LINES = 4;

/** A term is a `tbody`: its first row the sum, the others its stakes. */
const Table = styled(FigureTable)`
  th,
  td {
    padding: var(--space-1) var(--space-2);
    border: 0;
  }

  tr > :first-child {
    padding-inline-start: var(--card-gutter);
    text-align: start;
    white-space: normal;
  }

  tr > :last-child {
    padding-inline-end: var(--card-gutter);
  }

  button {
    margin-inline-start: calc(-1 * var(--space-4));
  }

  svg {
    flex: none;
  }

  th > span:first-child {
    margin-inline-end: var(--space-2);
  }

  tbody > :first-child > *,
  tfoot > tr > * {
    padding-block: var(--space-3) var(--space-2);
    border-block-start: 1px solid var(--rule-strong);
    color: var(--ink);
    font-weight: 600;
  }

  tbody > :last-child > * {
    padding-block-end: var(--space-3);
  }

  tfoot > tr > * {
    border-block-start: 3px double var(--rule-strong);
    font-size: var(--text-lead);
  }
`;

/** Beside the words before it, or below them. */
const Aside = styled(Caption)`
  display: inline-block;
  font-weight: 400;
`;

export function Receipt({
  total,
  blocks,
  below,
}: {
  readonly total: number;
  readonly blocks: readonly ReceiptBlock[];
  /** The lines below it. */
  readonly below: ReactNode;
}) {
  return (
    <Panel title="Receipt" aside="What the GDP is made of" flush>
      <Table aria-label="Receipt">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Lock</th>
            <th scope="col">Adds</th>
          </tr>
        </thead>
        {blocks.map((block) => (
          <TermLines key={block.term} block={block} />
        ))}
        <tfoot>
          <tr>
            <th colSpan={2} scope="row">
              GDP
            </th>
            <td>{`= ${formatDollars(total)}`}</td>
          </tr>
        </tfoot>
      </Table>
      {below}
    </Panel>
  );
}

function TermLines({ block }: { readonly block: ReceiptBlock }) {
  const { term, title, note, dollars, lines } = block;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, SHOWN_LINES);
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          <span>{`${title} `}</span>
          {note && <Aside>{note}</Aside>}
        </th>
        <td>{term === 'starting' ? formatDollars(dollars) : formatDeltaDollars(dollars)}</td>
      </tr>
      {shown.map((line) => (
        <StakeLine key={line.stakeId} line={line} />
      ))}
      {shown.length < lines.length && (
        <tr>
          <td colSpan={3}>
            <Button tone="quiet" onClick={() => setIsWhole(true)}>
              {`Show all ${lines.length} stakes`}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function StakeLine({ line }: { readonly line: ReceiptLine }) {
  const { words, dollars, stakedAt, unstakeableAt } = line;
  const staked = new Date(stakedAt);
  const until = new Date(unstakeableAt);
  const leftMs = useCountdown(until, useGameNow());
  return (
    <tr>
      <th scope="row">
        {/* Where there is no room it breaks before `at`. */}
        <span>{`${words.replace(' at ', ' at\u00A0')} `}</span>
        <Aside as="time" dateTime={stakedAt} title={formatMoment(staked)}>
          {formatDayTime(staked)}
        </Aside>
      </th>
      <td>
        <Row
          as="span"
          $gap={2}
          $justify="end"
          title={leftMs > 0 ? `Locked until ${formatMoment(until)}` : undefined}
        >
          {leftMs > 0 ? <Lock size={14} aria-hidden /> : <LockOpen size={14} aria-hidden />}
          <span>{leftMs > 0 ? formatCountdown(leftMs) : 'Free'}</span>
        </Row>
      </td>
      <td>{formatDeltaDollars(dollars)}</td>
    </tr>
  );
}
