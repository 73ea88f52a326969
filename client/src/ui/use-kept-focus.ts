/** Where the keyboard goes on when the control that has the focus goes away or is disabled. */
import { useEffect } from 'react';

/**
 * A press may take its own button away, as Dismiss and Connect do, or disable it, as the last
 * 'More NFTs' does, and live figures a link. The nearest part of the page or dialog that is left
 * takes the focus, so that screen readers stay there. What knows better where it goes, such as a
 * dialog that closes, has the time of a frame to say so.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and all that it is in. */
    let around: Element[] = [];
    const remember = (): void => {
      around = [];
      for (let at = document.activeElement; at; at = at.parentElement) around.push(at);
    };
    // It has come with the first key or press, which may have been before.
    remember();
    const forget = (): void => {
      // Some browsers say it of what is being removed, too.
      queueMicrotask(() => {
        if (document.activeElement === document.body && !isGone(around[0])) around = [];
      });
    };
    const keep = (): void => {
      if (document.activeElement !== document.body || !isGone(around[0])) return;
      const left = around.find((part) => !isGone(part) && part.closest('#root > *, [role=dialog]'));
      focusPart(left ?? document.querySelector('main'));
    };
    const observer = new MutationObserver(() => {
      if (isGone(around[0])) requestAnimationFrame(keep);
    });
    const attributeFilter = ['disabled'];
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
    addEventListener('focusin', remember, true);
    addEventListener('focusout', forget, true);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', remember, true);
      removeEventListener('focusout', forget, true);
    };
  }, []);
}

const isGone = (part: Element | undefined) =>
  part !== undefined && (!part.isConnected || part.matches(':disabled'));

function focusPart(part: Element | null): void {
  if (!(part instanceof HTMLElement)) return;
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
