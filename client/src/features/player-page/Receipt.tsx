/** How a player's GDP adds up [GDP1]: term by term, stake by stake, down to the sum. */
import { Lock, LockOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useGameNow } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatCountdown, formatDayTime, formatMoment } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { EVERY_DOLLAR } from '../../views/facts.ts';
import type { ReceiptBlock, ReceiptLine } from './receipt.ts';

/** How many stakes of a term are listed at first. */
const SHOWN_LINES = 4;

/** A term is a `tbody`: its first row the sum, the others its stakes. */
const Table = styled.table`
  --edge: var(--space-5);
  inline-size: 100%;

  th,
  td {
    padding: var(--space-1) var(--space-2);
    color: var(--ink-muted);
    font-weight: 400;
    text-align: start;
  }

  tr > :first-child {
    padding-inline-start: var(--edge);
  }

  tr > :last-child {
    padding-inline-end: var(--edge);
    text-align: end;
  }

  td {
    white-space: nowrap;
  }

  thead th {
    padding-block: var(--space-3) var(--space-2);
    font-size: var(--text-caption);
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
    padding-block-end: var(--space-4);
    border-block-start: 3px double var(--rule-strong);
    font-size: var(--text-lead);
  }

  svg {
    flex: none;
  }

  small {
    display: inline-block;
    margin-inline-start: var(--space-3);
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }

  @media (max-width: 40rem) {
    --edge: var(--space-4);

    th,
    td {
      padding-inline: var(--space-1);
    }

    tr > :first-child {
      inline-size: 100%;
    }

    small {
      display: block;
      margin-inline-start: 0;
    }
  }
`;

/** Beside the stake if there is room, otherwise below it. */
const When = styled.time`
  float: inline-end;
  inline-size: 8rem;

  @media (max-width: 40rem) {
    display: block;
    float: none;
    inline-size: auto;
    font-size: var(--text-caption);
  }
`;

const WhenHead = styled(When).attrs({ as: 'span' })`
  @media (max-width: 40rem) {
    display: none;
  }
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
            <th scope="col">
              Term <WhenHead>Staked</WhenHead>
            </th>
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
  const sign = term === 'starting' ? '' : '+ ';
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          <span>{title}</span>
          {(note ?? (term === 'dena' && lines.length > 0)) && (
            <small>{note ?? `${EVERY_DOLLAR}, each stake rounded down`}</small>
          )}
        </th>
        <td>{sign + formatDollars(dollars)}</td>
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
        <When dateTime={stakedAt} title={formatMoment(staked)}>
          {formatDayTime(staked)}
        </When>
      </th>
      <td>
        <Row
          as="span"
          $gap={2}
          title={leftMs > 0 ? `Locked until ${formatMoment(until)}` : undefined}
        >
          {leftMs > 0 ? <Lock size={14} aria-hidden /> : <LockOpen size={14} aria-hidden />}
          <span>{leftMs > 0 ? formatCountdown(leftMs) : 'Free'}</span>
        </Row>
      </td>
      <td>{`+ ${formatDollars(dollars)}`}</td>
    </tr>
  );
}
