/** Browser notifications: only if the player opted in, only while the page is hidden, one a minute. */

/** The notifier's dependencies. */
interface Notifications {
  readonly isAllowed: () => boolean;
  /** True while the page is hidden. */
  readonly isHidden: () => boolean;
  readonly show: (text: string) => void;
}

const EVERY_MS = 60_000;

export interface Notifier {
  /** News that can't be shown yet is shown with the next, a minute after the last notification. */
  readonly add: (text: string) => void;
  readonly stop: () => void;
}

export function createNotifier({ isAllowed, isHidden, show }: Notifications): Notifier {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;

  const showWaiting = (): void => {
    const [latest] = waiting;
    const others = waiting.length - 1;
    waiting = [];
    // A player who is looking at the page by now has seen the news there.
    if (latest === undefined || !isAllowed() || !isHidden()) return;
    show(others > 0 ? `${latest} And ${others} more.` : latest);
    timer = setTimeout(() => {
      timer = null;
      showWaiting();
    }, EVERY_MS);
  };

  return {
    add(text) {
      if (!isAllowed() || !isHidden()) return;
      waiting.unshift(text);
      if (timer === null) showWaiting();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = [];
    },
  };
}
