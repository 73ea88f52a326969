/**
 * Telling a player what happened (SPEC.md §8, §9): one toast at a time, 5 s long. What it looks like
 * and how it is dismissed is ToastRegion's; this is what pages call. The toasts' own code loads once
 * the page stands, as nothing happens before.
 */

import type { ToastContent } from './toast-content.ts';

/** Shows a toast in the place of the one that stands. */
export function showToast(content: ToastContent): void {
  import('./present-toast.tsx')
    .then(({ presentToast }) => presentToast(content))
    .catch((error: unknown) => console.error('A toast could not be shown:', content.title, error));
}
