/**
 * The developer bar: the account, the game's clock, the faucet, a failing chain, rivals, a fresh world.
 * Closed, it is a tab in the page's left margin, where no control is. Only development pages have it.
 */
import { accountPart } from './account-part.ts';
import { clockPart } from './clock-part.ts';
import { DEV_BAR_STYLE } from './dev-bar-style.ts';
import { button, element, note, wordsOf, type Part } from './elements.ts';
import { faucetPart } from './faucet-part.ts';
import { linkPart, type Mode } from './link-part.ts';
import { memory } from './memory.ts';
import { rivalsPart } from './rivals-part.ts';
import { worldPart } from './world-part.ts';

/** Tick interval while it is open. */
const TICK_MS = 500;
const REFRESH_MS = 5000;
/** How long the hint about restoring a hidden bar is shown. */
const GOODBYE_MS = 8000;

const restoreHint = () => [
  'Alt+Shift+D brings it back, or a page opened with ',
  element('span', { className: 'whole', textContent: '?dev' }),
  '.',
];

/** Matches the physical key: with Alt, some keyboards produce another letter. */
function isKey(event: KeyboardEvent): boolean {
  return (
    event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyD'
  );
}

interface Bar {
  readonly host: HTMLElement;
  open(): void;
  /** Stops its timers and removes its space at the end of the page. */
  close(): void;
}

/** @param hide called if the developer hides the bar */
function createBar(hide: () => void): Bar {
  const host = element('div');
  const shadow = shadowOf(host);
  const words = element('p', { className: 'words' });
  words.setAttribute('role', 'status');
  const say = (text: string) => {
    words.textContent = text;
  };
  say(memory.takeWords());

  const mark = element('span', { className: 'mark', hidden: true });
  const onMode = (mode: Mode) => {
    mark.hidden = mode === 'ok';
    mark.textContent = mode === 'ok' ? '' : `RPC ${mode}`;
  };
  const link = linkPart(say, onMode);
  const world = worldPart(say);
  const parts: readonly Part[] = [
    accountPart(say),
    clockPart(say),
    faucetPart(say),
    link,
    rivalsPart(say),
    world,
  ];
  const foot = element('section', {}, [
    element('div', { className: 'group' }, [button('Hide this bar', say, hide)]),
    note(...restoreHint()),
  ]);
  const panel = element('div', { className: 'panel' }, [
    words,
    ...parts.map(({ section }) => section),
    foot,
  ]);
  const summary = element('summary', { title: 'Developer bar' }, [
    element('span', { textContent: 'Dev' }),
    mark,
  ]);
  const details = element('details', {}, [summary, panel]);
  shadow.append(details);

  let ticking: ReturnType<typeof setInterval> | undefined;
  let refreshing: ReturnType<typeof setInterval> | undefined;
  const refresh = async () => {
    // During a reset, no server answers.
    if (document.visibilityState === 'hidden' || world.isResetting()) return;
    await Promise.all(parts.map(async (part) => part.refresh?.())).catch((error: unknown) => {
      say(wordsOf(error));
    });
  };
  const stop = () => {
    clearInterval(ticking);
    clearInterval(refreshing);
  };
  /** Pads the end of the page by the open bar, however high its words make it: every control can be scrolled clear of it. */
  const makeRoom = () => {
    const room = innerHeight - panel.getBoundingClientRect().top;
    document.body.style.paddingBlockEnd = details.open ? `${room}px` : '';
  };
  const heights = new ResizeObserver(makeRoom);
  heights.observe(panel);
  // Unlike a `toggle` event it comes with the change, not after a link that is pressed at once.
  const openness = new MutationObserver(() => {
    memory.keepOpen(details.open);
    stop();
    makeRoom();
    if (!details.open) return;
    void refresh();
    refreshing = setInterval(() => void refresh(), REFRESH_MS);
    ticking = setInterval(() => {
      for (const part of parts) part.tick?.();
    }, TICK_MS);
  });
  openness.observe(details, { attributeFilter: ['open'] });
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    event.stopPropagation();
    details.open = false;
    summary.focus();
  });
  // The closed bar shows a failing chain, so the page's errors have a visible cause.
  link.refresh?.().catch((error: unknown) => say(wordsOf(error)));
  details.open = memory.isOpen();
  return {
    host,
    open() {
      details.open = true;
    },
    close() {
      stop();
      heights.disconnect();
      document.body.style.paddingBlockEnd = '';
    },
  };
}

function shadowOf(host: HTMLElement): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(DEV_BAR_STYLE);
  shadow.adoptedStyleSheets = [sheet];
  return shadow;
}

/**
 * A dialog of the page closes on a press outside it and takes the focus back: the bar must not count as
 * outside.
 */
function keepFromDialogs(host: HTMLElement): void {
  for (const type of ['pointerdown', 'focusin', 'wheel', 'touchmove'] as const) {
    host.addEventListener(type, (event) => event.stopPropagation());
  }
  host.addEventListener('mousedown', (event) => {
    const [target] = event.composedPath();
    if (target instanceof HTMLSelectElement) return;
    if (document.querySelector('[role="dialog"]')) event.preventDefault();
  });
}

function mount(): void {
  const landmark = element('aside');
  landmark.dataset['devBar'] = '';
  landmark.setAttribute('aria-label', 'Developer bar');
  // Live regions are not hidden from assistive technology while a dialog is open; 'off' announces nothing.
  landmark.setAttribute('aria-live', 'off');
  keepFromDialogs(landmark);
  document.body.append(landmark);
  let bar: Bar | null = null;

  const show = () => {
    memory.keepHidden(false);
    bar = createBar(hide);
    landmark.replaceChildren(bar.host);
  };
  const hide = () => {
    memory.keepHidden(true);
    bar?.close();
    bar = null;
    const goodbye = element('div');
    const words = element('p', { className: 'goodbye' });
    words.setAttribute('role', 'status');
    shadowOf(goodbye).append(words);
    // It is only text: controls beneath it stay clickable.
    goodbye.style.pointerEvents = 'none';
    landmark.replaceChildren(goodbye);
    // Added after the empty live region exists, so it is announced.
    words.append('The developer bar is hidden. ', ...restoreHint());
    console.info(words.textContent);
    setTimeout(() => goodbye.remove(), GOODBYE_MS);
  };

  const isAskedFor = new URLSearchParams(location.search).has('dev');
  if (isAskedFor || !memory.isHidden()) show();
  document.addEventListener('keydown', (event) => {
    if (!isKey(event) || event.repeat) return;
    event.preventDefault();
    if (bar) hide();
    else show();
  });
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', mount);
else mount();
