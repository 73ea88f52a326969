/** The switch for browser notifications while the page is hidden. */
import { Bell, BellOff } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { setNotifying, useNotifying } from './notifications.ts';

export function NotifySwitch() {
  const notifying = useNotifying();
  if (notifying === 'unknown-here') return null;
  const isOn = notifying === 'on';
  const isBlocked = notifying === 'blocked';
  return (
    <Button
      tone="quiet"
      square
      role="switch"
      aria-label="Notify me"
      aria-checked={isOn}
      disabled={isBlocked}
      title={
        isBlocked
          ? 'Your browser blocks notifications of this site. Allow them in its settings.'
          : 'A notification when something happens while this page is hidden, once a minute at most'
      }
      onClick={() => void setNotifying(!isOn)}
    >
      {isOn ? (
        <Bell size={18} color="var(--action)" aria-hidden />
      ) : (
        <BellOff size={18} aria-hidden />
      )}
    </Button>
  );
}
