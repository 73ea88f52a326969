/**
 * Telling a player what happened (SPEC.md §8, §9): one toast at a time, 5 s long. What it looks like
 * and how it is dismissed is ToastRegion's; this is what pages call. The toasts' own code loads once
 * the page stands, as nothing happens before.
 */

export type ToastTone = 'success' | 'destructive';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** Why, in a line of its own below words that SPEC.md fixes. */
  readonly reason?: string | undefined;
  readonly tone: ToastTone;
}

/** Shows a toast in the place of the one that stands. */
export function showToast(content: ToastContent): void {
  import('./present-toast.tsx')
    .then(({ presentToast }) => presentToast(content))
    .catch((error: unknown) => console.error('A toast could not be shown:', content.title, error));
}
