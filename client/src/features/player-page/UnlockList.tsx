/** When stakes unlock: the soonest first, with a countdown. */
import { useGameNow } from '../../api/config.ts';
import {
  formatCount,
  formatCountdown,
  formatDayTime,
  formatDollars,
  formatMoment,
} from '../../ui/format.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { useCountdown, useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/PanelRows.ts';
import { WaitingRows } from '../../ui/WaitingRows.tsx';
import { Caption } from '../../ui/text.ts';
import { TERM_TITLES, type ReceiptBlock } from './receipt.ts';
import { unlocksOf, type Unlock } from './unlocks.ts';

const SHOWN = 4;
/** Placeholder rows. */
const WAITING = 2;
/** A lock that ends while the page is open leaves the list within this time. */
const LOOK_AGAIN_MS = 1000;

const COLUMNS = '4.5rem minmax(0, 1fr) auto';

/** @param blocks null while unknown. */
export function UnlockList({ blocks }: { readonly blocks: readonly ReceiptBlock[] | null }) {
  useTick(LOOK_AGAIN_MS);
  const now = useGameNow();
  if (!blocks) {
    return (
      <Panel title="What unlocks when" flush>
        <PanelRows aria-busy>
          <WaitingRows count={WAITING} columns={COLUMNS} widths={['4rem', '8rem', '4.5rem']} />
        </PanelRows>
      </Panel>
    );
  }
  const { free, locked } = unlocksOf(blocks, now());
  const later = locked.length - SHOWN;
  return (
    <Panel title="What unlocks when" flush>
      {locked.length > 0 && (
        <PanelRows aria-label="Locked stakes, the soonest first">
          {locked.slice(0, SHOWN).map((unlock) => (
            <UnlockItem key={unlock.key} unlock={unlock} />
          ))}
        </PanelRows>
      )}
      {later > 0 && <PanelNote>{`And ${formatCount(later)} more, later.`}</PanelNote>}
      {free.stakes > 0 && (
        <PanelNote>{`${free.stakes === 1 ? '1 stake is' : `${formatCount(free.stakes)} stakes are`} unlocked and still earning: ${formatDollars(free.dollars)} of the GDP.`}</PanelNote>
      )}
      {locked.length === 0 && free.stakes === 0 && <PanelNote>Nothing is staked.</PanelNote>}
    </Panel>
  );
}

function UnlockItem({ unlock }: { readonly unlock: Unlock }) {
  const { term, atMs, words, dollars } = unlock;
  const at = new Date(atMs);
  const leftMs = useCountdown(at, useGameNow());
  return (
    <PanelRow $columns={COLUMNS} $height="3.25rem">
      <strong>{formatCountdown(leftMs)}</strong>
      <Stack as="span" $gap={0}>
        <span>{term === 'dena' ? words : `${TERM_TITLES[term]}, ${words}`}</span>
        <Caption as="time" dateTime={at.toISOString()} title={formatMoment(at)}>
          {formatDayTime(at)}
        </Caption>
      </Stack>
      <Caption>{`${formatDollars(dollars)} GDP`}</Caption>
    </PanelRow>
  );
}
