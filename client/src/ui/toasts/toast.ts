/**
 * Notifies a player [TXT3–14, CON9]: one toast at a time, for 5 s. ToastRegion owns its looks and its
 * dismissal; pages call this file. The toasts' own code loads by itself after the page has rendered (vite.config.ts);
 * as long as it can't be had, the browser's own dialog says what they would.
 */
import type { ToastContent } from './present-toast.tsx';

/** The reason is a line of its own below text that the specification fixes. */
export type FailureText = readonly [title: string, description?: string, reason?: string];

/** Shows a toast in place of the current one. */
function show(content: ToastContent): void {
  import('./present-toast.tsx')
    .then(({ presentToast }) => presentToast(content))
    .catch(() => alert(content.lines.filter(Boolean).join('\n')));
}

export function showDone(title: string, description?: string): void {
  show({ tone: 'success', lines: [title, description] });
}

export function showFailure(...lines: FailureText): void {
  show({ tone: 'destructive', lines });
}
