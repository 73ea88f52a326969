/**
 * What the developer bar remembers: whether it is open, in this tab, and whether it is hidden, in this
 * browser.
 */

const OPEN = 'denaria-dev-bar';
const WORDS = 'denaria-dev-bar.words';
const HIDDEN = 'denaria-dev-bar.hidden';

/** A browser may refuse storage for this page; the bar then starts closed and visible. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch (error) {
    console.warn('The developer bar cannot be remembered in this browser:', error);
    return null;
  }
}

export const memory = {
  isOpen: () => attempt(() => sessionStorage.getItem(OPEN)) === 'open',
  keepOpen(open: boolean): void {
    attempt(() => sessionStorage.setItem(OPEN, open ? 'open' : 'closed'));
  },
  isHidden: () => attempt(() => localStorage.getItem(HIDDEN)) === 'hidden',
  keepHidden(hidden: boolean): void {
    attempt(() => {
      if (hidden) localStorage.setItem(HIDDEN, 'hidden');
      else localStorage.removeItem(HIDDEN);
    });
  },
  /** A sentence to show after the next page load. */
  keepWords(words: string): void {
    attempt(() => sessionStorage.setItem(WORDS, words));
  },
  takeWords(): string {
    return (
      attempt(() => {
        const words = sessionStorage.getItem(WORDS);
        sessionStorage.removeItem(WORDS);
        return words;
      }) ?? ''
    );
  },
};
