/** When stakes unlock: the soonest first, with a countdown. */
import { instantOf } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import {
  formatCount,
  formatCountdown,
  formatDayTime,
  formatDollars,
  formatMoment,
} from '../../ui/format.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Caption } from '../../ui/text.ts';
import { TERM_TITLES, type ReceiptBlock } from './receipt.ts';

const SHOWN = 4;
/** A countdown changes, and a lock that ends leaves the list, within this time. */
const TICK_MS = 1000;

const COLUMNS = '4.5rem minmax(0, 1fr) auto';

/** [LCK1] Locked stakes, the soonest first; the others are free. @param nowMs by the game's clock. */
export function unlocksOf(blocks: readonly ReceiptBlock[], nowMs: number) {
  const stakes = blocks.flatMap(({ term, lines }) =>
    lines.map((line) => ({ ...line, term, atMs: instantOf(line.unstakeableAt) })),
  );
  return {
    free: stakes.filter(({ atMs }) => atMs <= nowMs),
    locked: stakes.filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs),
  };
}

export function UnlockList({ blocks }: { readonly blocks: readonly ReceiptBlock[] }) {
  useTick(TICK_MS);
  const nowMs = useGameNow()();
  const { free, locked } = unlocksOf(blocks, nowMs);
  const later = locked.length - SHOWN;
  const freeGdp = free.reduce((sum, { dollars }) => sum + dollars, 0);
  return (
    <Panel title="What unlocks when" flush>
      {locked.length > 0 && (
        <PanelRows aria-label="Locked stakes, the soonest first">
          {locked.slice(0, SHOWN).map(({ stakeId, term, words, dollars, atMs }) => {
            const at = new Date(atMs);
            return (
              <PanelRow key={stakeId} $columns={COLUMNS} $height="3.25rem">
                <strong>{formatCountdown(atMs - nowMs)}</strong>
                <Stack as="span" $gap={0}>
                  <span>{term === 'dena' ? words : `${TERM_TITLES[term]}, ${words}`}</span>
                  <Caption as="time" dateTime={at.toISOString()} title={formatMoment(at)}>
                    {formatDayTime(at)}
                  </Caption>
                </Stack>
                <Caption>{`${formatDollars(dollars)} GDP`}</Caption>
              </PanelRow>
            );
          })}
        </PanelRows>
      )}
      {later > 0 && <PanelNote>{`And ${formatCount(later)} more, later.`}</PanelNote>}
      {free.length > 0 && (
        <PanelNote>{`${free.length === 1 ? '1 stake is' : `${formatCount(free.length)} stakes are`} unlocked and still earning: ${formatDollars(freeGdp)} of the GDP.`}</PanelNote>
      )}
      {locked.length === 0 && free.length === 0 && <PanelNote>Nothing is staked.</PanelNote>}
    </Panel>
  );
}
