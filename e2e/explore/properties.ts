/**
 * What must hold on every page whatever is pressed, and what the explorer may do: Bombadil's
 * specification (main.ts starts it). It bundles this file by itself, so nothing of Node or of the
 * game can be imported. `extract` runs in the page, and all else outside it.
 */
import { always, eventually, next, now } from '@antithesishq/bombadil';
import { actions, extract, getFingerprint, weighted } from '@antithesishq/bombadil/browser';
import {
  back,
  forward,
  inputs,
  lastAction,
  reload,
  scroll,
  waitOnce,
} from '@antithesishq/bombadil/browser/defaults/actions';

export {
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties';

const ENTER = 13;
const ESCAPE = 27;
const TAB = 9;

/** A press that is too early is kept until the page is hydrated; a busy machine takes a second. */
const ANSWER_MS = 2000;
/** Of a tenth of a second or so each. */
const MOST_WAITS = 20;

/** A browser without a window may not write to the clipboard; the page shows it too. */
const EXPECTED = 'The address could not be copied:';

const said = extract(({ console }) =>
  console.filter(({ args }) => args[0] !== EXPECTED).map(({ level, args }) => ({ level, args })),
);

export const theConsoleIsEmpty = always(() => said.current.length === 0);

const tooWide = extract(({ document: { documentElement } }) =>
  Math.max(0, documentElement.scrollWidth - documentElement.clientWidth),
);

export const nothingScrollsSideways = always(() => tooWide.current === 0);

const nonsense = extract(
  ({ document }) =>
    /.{0,40}(\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date).{0,40}/.exec(
      document.body.innerText,
    )?.[0] ?? null,
);

export const allTextMakesSense = always(() => nonsense.current === null);

/** What has the focus, in which document: one that loads begins at its top. */
const focus = extract(({ document, window }) => ({
  isLost: document.activeElement === null || document.activeElement === document.body,
  loadedAt: window.performance.timeOrigin,
}));

/** Only controls are pressed, which take it; a press of Tab may leave the last one. */
export const theFocusIsNeverLost = always(() => {
  const before = focus.current;
  const isKept = () => !focus.current.isLost || focus.current.loadedAt !== before.loadedAt;
  const isTab = () =>
    JSON.stringify(lastAction.current) === JSON.stringify({ PressKey: { code: TAB } });
  return next(
    now(() => before.isLost || isTab()).or(eventually(isKept).within(ANSWER_MS, 'milliseconds')),
  );
});

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What can be pressed: in the window, enabled, covered by nothing. */
const targets = extract(({ document, window }) => {
  const FOCUSED_BY_A_PRESS = 'input:not([type=checkbox], [type=radio]), textarea';
  // Pressed already: a press changes nothing.
  const SETTLED = ':checked[type=radio], [aria-selected=true], [aria-current], [aria-pressed=true]';
  const all =
    'a[href], button, input, textarea, summary, label[for], [role=button], [role=option], [role=tab]';
  const linkField = document.querySelector('[aria-label="Copy this link:"]');
  const roots: (Document | ShadowRoot)[] = [document];
  for (const { shadowRoot } of document.querySelectorAll('*'))
    if (shadowRoot !== null) roots.push(shadowRoot);
  return roots.flatMap((root) =>
    [...root.querySelectorAll(all)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const point = { x: left + width / 2, y: top + height / 2 };
      const hit = root.elementFromPoint(point.x, point.y);
      if (hit === null || !element.contains(hit)) return [];
      if (element.closest(':disabled, [aria-disabled=true], [inert]')) return [];
      // They lead out of the game: other sites, downloads, a calendar's or a feed's program.
      const to = element.closest('a')?.href;
      if (to !== undefined) {
        const { origin, pathname } = new URL(to);
        if (origin !== window.location.origin || /^\/(api|ledger)\b|\.\w+$/.test(pathname))
          return [];
        if (element.closest('a')?.target === '_blank') return [];
      }
      const control = element instanceof HTMLLabelElement ? element.control : element;
      // A browser without a window refuses the clipboard: a second press says the same.
      const isQuiet =
        control === null ||
        control.matches(`${SETTLED}, ${FOCUSED_BY_A_PRESS}`) ||
        control.textContent.includes('does not allow copying') ||
        (linkField !== null && control.textContent.includes('Share'));
      const isAnswered = !isQuiet && to !== window.location.href;
      return [{ point, isAnswered, fingerprint: getFingerprint(element) }];
    }),
  );
});

/** The target of the last action, if it was a press of one of these. */
function pressed(these: typeof targets.current): (typeof targets.current)[number] | null {
  const action = lastAction.current;
  if (action === null || typeof action === 'string' || !('Click' in action)) return null;
  const at: Point = action.Click.point;
  return these.find(({ point }) => point.x === at.x && point.y === at.y) ?? null;
}

/** All that can be seen, without the figures, which also change by themselves. */
const looks = extract(({ document, window }) => {
  let text = window.location.href + String(Math.round(window.scrollY));
  text += document.documentElement.className;
  const add = (root: Element | ShadowRoot): void => {
    text += root.innerHTML.replaceAll(/\d+/g, '');
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLInputElement) text += `${element.value}${element.checked}`;
      if (element.scrollTop > 0) text += String(Math.round(element.scrollTop));
      if (element.shadowRoot !== null) add(element.shadowRoot);
    }
  };
  add(document.documentElement);
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return hash;
});

export const everyPressIsAnswered = always(() => {
  const before = looks.current;
  const wereThere = targets.current;
  const needsNone = () => pressed(wereThere)?.isAnswered !== true;
  const isAnswered = eventually(() => looks.current !== before).within(ANSWER_MS, 'milliseconds');
  return next(now(needsNone).or(isAnswered));
});

const isPage = extract(({ document }) => document.contentType === 'text/html');

const presses = actions(() =>
  isPage.current
    ? targets.current.map(({ fingerprint, point }) => ({ Click: { fingerprint, point } }))
    : [],
);

const keys = actions(() =>
  isPage.current ? [TAB, TAB, ESCAPE, ENTER].map((code) => ({ PressKey: { code } })) : [],
);

const anything = weighted([
  [100, presses],
  [40, inputs],
  [30, keys],
  [30, scroll],
  [10, back],
  [3, forward],
  [2, reload],
  [2, waitOnce],
]);

let last = { looks: 0, isLost: true, waits: 0 };

/** Bombadil looks again once nothing moves: an answer that comes later is waited for. */
export const explorer = actions(() => {
  const { isLost } = focus.current;
  const isUnanswered = looks.current === last.looks || (isLost && !last.isLost);
  const waits = isUnanswered ? last.waits + 1 : 0;
  last = isUnanswered ? { ...last, waits } : { looks: looks.current, isLost, waits };
  return isUnanswered && waits <= MOST_WAITS ? ['Wait'] : anything.generate();
});
