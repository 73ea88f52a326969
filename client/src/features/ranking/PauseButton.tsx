/** Makes the ranking stand still; then says what waits, and catches up. */
import { Pause, Play } from 'lucide-react';
import { styled } from 'styled-components';
import { Button } from '../../ui/Button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import type { Pausable } from './use-pausable-rows.ts';
import { waitingText } from './waiting-changes.ts';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;

  @media print {
    display: none;
  }
`;

export function PauseButton({
  isPaused,
  waiting,
  toggle,
  isReady,
}: Omit<Pausable, 'rows'> & {
  /** False while there is no ranking yet that could stand still. */
  readonly isReady: boolean;
}) {
  useShortcut('p', () => {
    if (isReady) toggle();
  });
  return (
    <Line>
      {isPaused && waitingText(waiting)}
      <Button tone={isPaused ? 'primary' : 'quiet'} disabled={!isReady} onClick={toggle}>
        {isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        {isPaused ? 'Catch up' : 'Pause'}
      </Button>
    </Line>
  );
}
