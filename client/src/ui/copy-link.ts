import { showDone, showFailure } from './toasts/toast.ts';

/** Copies a page's address; a toast says that it did, or shows it to copy by hand. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showDone('Link copied');
  } catch (error) {
    console.warn('The address could not be copied:', error);
    showFailure('The link could not be copied', `Copy it from here: ${url}`);
  }
}
