/** The browser's notifications: only where the player asked for them, only of a page that nobody sees, one a minute. */

/** What the notifier needs of the world. */
export interface Notifications {
  readonly isAllowed: () => boolean;
  /** Whether the page is hidden behind others. */
  readonly isHidden: () => boolean;
  readonly show: (text: string) => void;
}

const EVERY_MS = 60_000;

export interface Notifier {
  /** What is not shown by now is told together with the next, a minute after the last. */
  readonly tell: (text: string) => void;
  readonly stop: () => void;
}

export function createNotifier({ isAllowed, isHidden, show }: Notifications): Notifier {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;

  const showWaiting = (): void => {
    const [latest] = waiting;
    const others = waiting.length - 1;
    waiting = [];
    // Who looks at the page by now has seen it there.
    if (latest === undefined || !isAllowed() || !isHidden()) return;
    show(others > 0 ? `${latest} And ${others} more.` : latest);
    timer = setTimeout(() => {
      timer = null;
      showWaiting();
    }, EVERY_MS);
  };

  return {
    tell(text) {
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
