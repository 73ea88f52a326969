/** Where the keyboard goes on when the control that has the focus goes away. */
import { useEffect } from 'react';

/**
 * A press may take its own button away, as Dismiss and Connect do, and live figures a link. The
 * nearest part of the page that is left takes the focus, so that screen readers stay there. What
 * knows better where it goes, such as a dialog that closes, has the time of a frame to say so.
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
        if (document.activeElement === document.body && around[0]?.isConnected) around = [];
      });
    };
    const keep = (): void => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
      const left = around.find((part) => part.isConnected && part.closest('#root > *'));
      focusPart(left ?? document.querySelector('main'));
    };
    const observer = new MutationObserver(() => {
      if (around[0]?.isConnected === false) requestAnimationFrame(keep);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', remember);
    addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', remember);
      removeEventListener('focusout', forget);
    };
  }, []);
}

function focusPart(part: Element | null): void {
  if (!(part instanceof HTMLElement)) return;
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
