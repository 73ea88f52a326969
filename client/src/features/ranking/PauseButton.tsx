/** Pauses the ranking; while paused, shows how many changes are waiting and resumes on click. */
import { Pause, Play } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NARROW, PHONE } from './ranking-grid.ts';
import type { Pausable } from './use-pausable-rows.ts';
import { waitingText } from './waiting-changes.ts';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > button {
    padding-inline: var(--space-2);
  }

  &:not([data-paused]) > button {
    @media ${PHONE} {
      min-inline-size: var(--tap);

      > span {
        ${visuallyHidden}
      }
    }
  }

  /* However far down the page is scrolled, the button to resume stays visible above the links. */
  &[data-paused] {
    @media ${NARROW} {
      position: fixed;
      inset-block-end: calc(var(--window-foot) + var(--space-3));
      inset-inline: var(--space-4);
      z-index: 9;
      justify-content: space-between;
      padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
      border: 1px solid var(--rule-strong);
      border-radius: var(--radius);
      background: var(--surface-overlay);
      box-shadow: var(--shadow);
    }
  }

  @media print {
    display: none;
  }
`;

export function PauseButton({ isPaused, waiting, toggle }: Omit<Pausable, 'rows'>) {
  useShortcut('p', toggle);
  return (
    <Line data-paused={isPaused || undefined}>
      {isPaused && <span>{waitingText(waiting)}</span>}
      <Button tone={isPaused ? 'primary' : 'quiet'} onClick={toggle}>
        {isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        <span>{isPaused ? 'Catch up' : 'Pause'}</span>
      </Button>
    </Line>
  );
}
