/**
 * Notifies a player [TXT3–14, CON9]: one toast at a time, for 5 s. ToastRegion owns its looks and
 * its dismissal; pages call this file. The region loads by itself after the page has rendered
 * (Overlays.tsx); as long as it can't be had, the browser's own dialog says what they would.
 */
import { createStore } from '../../lib/store.ts';
import type { ToastContent } from './present-toast.tsx';

/** The reason is a line of its own below text that the specification fixes. */
export type FailureText = readonly [title: string, description?: string, reason?: string];

/** The region's, while it is there. */
export const presenter = createStore<((content: ToastContent) => void) | null>(null);

/** For how long a toast waits for the region, in ms. */
const PATIENCE_MS = 3000;

/** Shows a toast in place of the current one. */
export function showContent(content: ToastContent): void {
  const present = presenter.get();
  if (present) {
    present(content);
    return;
  }
  const stop = presenter.subscribe(() => {
    clearTimeout(timer);
    stop();
    showContent(content);
  });
  const timer = setTimeout(() => {
    stop();
    alert(content.lines.filter(Boolean).join('\n'));
  }, PATIENCE_MS);
}

export function showDone(title: string, description?: string): void {
  showContent({ tone: 'success', lines: [title, description] });
}

export function showFailure(...lines: FailureText): void {
  showContent({ tone: 'destructive', lines });
}
