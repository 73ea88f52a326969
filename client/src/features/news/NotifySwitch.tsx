/** The switch for browser notifications while the page is hidden. */
import { Bell, BellOff } from 'lucide-react';
import { styled } from 'styled-components';
import { setNotifying, useNotifying } from './notify-switch-store.ts';

const Switch = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-block-size: var(--tap);
  min-inline-size: var(--tap);
  padding: 0 var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  white-space: nowrap;

  &:hover:not(:disabled) {
    color: var(--ink);
  }

  &[aria-checked='true'] {
    color: var(--action);
  }

  &:disabled {
    color: var(--ink-faint);
    cursor: not-allowed;
  }
`;

export function NotifySwitch() {
  const notifying = useNotifying();
  if (notifying === 'unknown-here') return null;
  const isOn = notifying === 'on';
  const isBlocked = notifying === 'blocked';
  return (
    <Switch
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={isBlocked}
      title={
        isBlocked
          ? 'Your browser blocks notifications of this site. Allow them in its settings.'
          : 'A notification when something happens while this page is hidden, once a minute at most'
      }
      onClick={() => void setNotifying(!isOn)}
    >
      {isOn ? <Bell size={16} aria-hidden /> : <BellOff size={16} aria-hidden />}
      <span>Notify me</span>
    </Switch>
  );
}
