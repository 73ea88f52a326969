/**
 * Notifies a player [TXT3–14, CON9]: one toast at a time, for 5 s. ToastRegion owns its looks and its
 * dismissal; pages call this file. The toasts' own code loads by itself after the page has rendered (vite.config.ts);
 * as long as it can't be had, the browser's own dialog says what they would.
 */
import type { ToastContent } from './present-toast.tsx';

/** Shows a toast in place of the current one. */
export function showToast(content: ToastContent): void {
  import('./present-toast.tsx')
    .then(({ presentToast }) => presentToast(content))
    .catch(() => {
      const { title, description, reason } = content;
      alert([title, description, reason].filter(Boolean).join('\n'));
    });
}
