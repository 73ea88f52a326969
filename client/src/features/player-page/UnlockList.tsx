/** When stakes unlock: the soonest first, with a countdown. */
import { LockOpen } from 'lucide-react';
import { styled } from 'styled-components';
import { useGameNow } from '../../api/config.ts';
import {
  formatCount,
  formatCountdown,
  formatDayTime,
  formatDollars,
  formatMoment,
} from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TERM_TITLES, type ReceiptBlock } from './receipt.ts';
import { unlocksOf, type Unlock } from './unlocks.ts';

const SHOWN = 4;
/** Placeholder rows. */
const WAITING = 2;
/** A lock that ends while the page is open leaves the list within this time. */
const LOOK_AGAIN_MS = 1000;

const List = styled.ol`
  font-variant-numeric: tabular-nums;
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: 6.5rem minmax(0, 1fr) auto;
  gap: var(--space-3);
  align-items: baseline;
  padding: var(--space-3) var(--space-5);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  > strong {
    font-weight: 600;
  }

  > span:last-child {
    color: var(--ink-muted);
  }

  small {
    display: block;
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  @media (max-width: 30rem) {
    grid-template-columns: 4.5rem minmax(0, 1fr) auto;
    padding-inline: var(--space-4);
  }
`;

const Note = styled.p`
  display: flex;
  gap: var(--space-2);
  align-items: center;
  padding: var(--space-4) var(--space-5);
  color: var(--ink-muted);

  ${List} + & {
    border-block-start: 1px solid var(--rule);
  }

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

/** @param blocks null while unknown. */
export function UnlockList({ blocks }: { readonly blocks: readonly ReceiptBlock[] | null }) {
  useTick(LOOK_AGAIN_MS);
  const now = useGameNow();
  if (!blocks) {
    return (
      <Panel title="What unlocks when" flush>
        <List aria-busy>
          {Array.from({ length: WAITING }, (_, i) => (
            <Item key={i}>
              <Skeleton $width="4rem" />
              <span>
                <Skeleton $width="8rem" />
                <small>
                  <Skeleton $width="6rem" />
                </small>
              </span>
              <Skeleton $width="4rem" />
            </Item>
          ))}
        </List>
      </Panel>
    );
  }
  const { free, locked } = unlocksOf(blocks, now());
  const later = locked.length - SHOWN;
  return (
    <Panel title="What unlocks when" flush>
      {locked.length > 0 && (
        <List aria-label="Locked stakes, the soonest first">
          {locked.slice(0, SHOWN).map((unlock) => (
            <UnlockItem key={unlock.key} unlock={unlock} />
          ))}
        </List>
      )}
      {later > 0 && <Note>{`And ${formatCount(later)} more, later.`}</Note>}
      {free.stakes > 0 && (
        <Note>
          <LockOpen size={16} aria-hidden />
          <span>{`${free.stakes === 1 ? '1 stake is' : `${formatCount(free.stakes)} stakes are`} unlocked and still earning: ${formatDollars(free.dollars)} of the GDP.`}</span>
        </Note>
      )}
      {locked.length === 0 && free.stakes === 0 && <Note>Nothing is staked.</Note>}
    </Panel>
  );
}

function UnlockItem({ unlock }: { readonly unlock: Unlock }) {
  const { term, atMs, words, dollars } = unlock;
  const at = new Date(atMs);
  const leftMs = useCountdown(at, useGameNow());
  return (
    <Item>
      <strong>{formatCountdown(leftMs)}</strong>
      <span>
        <span>{term === 'dena' ? words : `${TERM_TITLES[term]}, ${words}`}</span>
        <small>
          <time dateTime={at.toISOString()} title={formatMoment(at)}>
            {formatDayTime(at)}
          </time>
        </small>
      </span>
      <span>{`${formatDollars(dollars)} GDP`}</span>
    </Item>
  );
}
