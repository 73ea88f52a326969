/**
 * The tab `Dev` in the left margin of a development page, where no control is: it shows the page
 * /dev in a frame. A shadow tree keeps the page's styles out.
 */

/** Whether it is open, in this tab of the browser; whether it is hidden, in this browser. */
const OPEN = 'denaria-dev.open';
const HIDDEN = 'denaria-dev.hidden';
/** How long the hint about restoring a hidden bar is shown. */
const GOODBYE_MS = 8000;

/** Above a phone's links and over dialogs, whose margin is as wide as the tab; below toasts. */
const STYLE = `
:host {
  --edge: 1px solid var(--rule-strong);
  position: fixed;
  inset: auto auto calc(0.75rem + var(--bottom-bar, 0px)) 0;
  z-index: 25;
  pointer-events: auto;
  font: 0.8125rem/1.5 system-ui, sans-serif;
}
summary {
  display: flex;
  gap: 0.5rem;
  place-content: center;
  align-items: center;
  box-sizing: border-box;
  width: clamp(0.75rem, 2vw, 1.5rem);
  min-height: 4rem;
  overflow: hidden;
  padding: 0.5rem 0;
  border: var(--edge);
  border-inline-start: 0;
  background: var(--surface-overlay);
  color: var(--ink-muted);
  font-size: 0.625rem;
  line-height: 1;
  white-space: nowrap;
  writing-mode: vertical-rl;
  cursor: pointer;
}
summary::-webkit-details-marker { display: none; }
mark { background: none; color: var(--fall); }
div, p:not(:empty) {
  position: absolute;
  inset: auto auto 0 calc(100% + 0.25rem);
  box-sizing: border-box;
  width: min(21rem, calc(100vw - 2.5rem));
  border: var(--edge);
  background: var(--surface-overlay);
  color: var(--ink);
}
p { margin: 0; pointer-events: none; }
p:not(:empty) { padding: 0.5rem 0.75rem; }
iframe {
  display: block;
  width: 100%;
  height: min(38rem, 100dvh - 5rem - var(--bottom-bar, 0px));
  border: 0;
}
button { width: 100%; min-height: 2.25rem; }
:focus-visible { outline: 2px solid var(--focus); }
@media print {
  :host { display: none; }
}
`;

const bar = Object.assign(document.createElement('aside'), { ariaLabel: 'Developer bar' });
bar.dataset['devBar'] = '';
// Live regions are not hidden from assistive technology while a dialog is open; 'off' announces
// nothing.
bar.setAttribute('aria-live', 'off');
const shadow = bar.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
shadow.adoptedStyleSheets = [sheet];

const frame = Object.assign(document.createElement('iframe'), { title: 'Development' });
const hideButton = Object.assign(document.createElement('button'), {
  textContent: 'Hide this bar',
});
const panel = document.createElement('div');
panel.append(frame, hideButton);
const mark = document.createElement('mark');
const summary = Object.assign(document.createElement('summary'), { title: 'Developer bar' });
summary.append(Object.assign(document.createElement('span'), { textContent: 'Dev' }), mark);
const details = document.createElement('details');
details.append(summary);
const goodbye = Object.assign(document.createElement('p'), { role: 'status' });
shadow.append(details, goodbye);

function showChain(mode: string): void {
  mark.textContent = mode === 'ok' ? '' : `RPC ${mode}`;
}

function setHidden(isHidden: boolean): void {
  details.hidden = isHidden;
  details.open &&= !isHidden;
  if (isHidden) localStorage.setItem(HIDDEN, 'hidden');
  else localStorage.removeItem(HIDDEN);
}

/** It is only text: controls beneath it stay clickable. */
function hide(): void {
  setHidden(true);
  goodbye.textContent =
    'The developer bar is hidden. Alt+Shift+D brings it back, or a page opened with ?dev.';
  setTimeout(() => goodbye.replaceChildren(), GOODBYE_MS);
}

/** By the physical key: with Alt, some keyboards produce another letter. */
function onKey(event: KeyboardEvent): void {
  const { altKey, shiftKey, ctrlKey, metaKey, code, repeat } = event;
  if (altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyD' && !repeat) {
    event.preventDefault();
    if (details.hidden) {
      goodbye.replaceChildren();
      setHidden(false);
    } else hide();
  }
}

function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !details.open) return;
  event.stopPropagation();
  details.open = false;
  summary.focus();
}

hideButton.addEventListener('click', hide);
details.addEventListener('keydown', closeByEscape);
// Closed, the page in the frame is gone with its timers.
details.addEventListener('toggle', () => {
  sessionStorage.setItem(OPEN, details.open ? 'open' : '');
  if (details.open) {
    frame.src = '/dev';
    details.append(panel);
  } else panel.remove();
});
frame.addEventListener('load', () => {
  // None if the server is away: the browser's own page is in the frame.
  frame.contentDocument?.addEventListener('keydown', onKey);
  frame.contentDocument?.addEventListener('keydown', closeByEscape);
});
addEventListener('keydown', onKey);
addEventListener('denaria-dev-chain', (event) => {
  // Of the frame's own class of events.
  if ('detail' in event) showChain(String(event.detail));
});
// A dialog of the page closes on a press outside it and takes the focus back: the bar is not
// outside.
for (const type of ['pointerdown', 'focusin']) {
  bar.addEventListener(type, (event) => event.stopPropagation());
}

const isAskedFor = new URLSearchParams(location.search).has('dev');
setHidden(!isAskedFor && localStorage.getItem(HIDDEN) !== null);
details.open = !details.hidden && sessionStorage.getItem(OPEN) === 'open';
const mount = (): void => document.body.append(bar);
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', mount);
else mount();

async function readChain(): Promise<void> {
  const response = await fetch('/dev/chain');
  const answer: unknown = response.ok ? await response.json() : null;
  if (typeof answer === 'object' && answer && 'mode' in answer) showChain(String(answer.mode));
}

// The closed tab shows a failing chain, so the page's errors have a visible cause.
void readChain();
