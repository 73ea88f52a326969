/**
 * The Demo Wallet's dialogs: a native modal dialog in its own shadow tree, out of reach of the page's styles
 * and dialogs. Escape, and anything but approving, rejects.
 */
import { shortAddress } from '../../common/values/short-address.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import { DIALOG_STYLE } from './dialog-style.ts';
import type { Approver, DemoAccount } from './provider.ts';

/** The mark: a brass coin with the compass of the atlas, on ink. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#101d30"/><circle cx="48" cy="48" r="32" fill="none" stroke="#e0b45c" stroke-width="4"/><circle cx="48" cy="48" r="25" fill="none" stroke="#e0b45c" stroke-width="1.5" stroke-dasharray="1.5 3.4"/><path d="M48 18l7 23 23 7-23 7-7 23-7-23-23-7 23-7z" fill="#f3ebda"/><path d="M48 18l7 23-7 7zM78 48l-23 7-7-7zM48 78l-7-23 7-7zM18 48l23-7 7 7z" fill="#e0b45c"/></svg>`;

export const DEMO_WALLET_ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

/** Events that a page may use to close its own dialogs: it receives none of those inside ours. */
const KEPT_FROM_PAGE = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'click',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
  'wheel',
] as const;

export const dialogApprover: Approver = {
  async connect(accounts, offered) {
    const list = element('div', { class: 'accounts' });
    const choice = element('fieldset', {}, element('legend', {}, 'Account'), list);
    for (const { address, name } of accounts) {
      const input = element('input', { type: 'radio', name: 'account', value: address });
      input.checked = address === offered.address;
      list.append(
        element(
          'label',
          {},
          input,
          element('span', {}, name),
          element('code', {}, shortAddress(address)),
        ),
      );
    }
    const isApproved = await ask({
      title: `Connect to ${PRODUCT_NAME}`,
      content: [
        choice,
        element('p', {}, 'Play money on a development chain: anyone can use these accounts.'),
      ],
      approve: 'Connect',
      reject: 'Cancel',
    });
    const chosen = choice.querySelector<HTMLInputElement>('input:checked')?.value;
    return isApproved ? (accounts.find(({ address }) => address === chosen) ?? null) : null;
  },
  sign: ({ account, text }) =>
    ask({
      title: 'Sign this message',
      content: [
        element('p', {}, `As ${written(account)}`),
        element('pre', { tabindex: '0' }, text),
      ],
      approve: 'Sign',
      reject: 'Reject',
    }),
  send: ({ account, to, valueWei, data }) =>
    ask({
      title: 'Send this transaction',
      content: [
        element(
          'dl',
          {},
          ...pair('From', written(account)),
          ...pair('To', to ?? 'a new contract'),
          ...pair('Value', `${valueWei} wei`),
        ),
        ...(data === '0x' ? [] : [element('pre', { tabindex: '0' }, data)]),
      ],
      approve: 'Confirm',
      reject: 'Reject',
    }),
};

function written({ name, address }: DemoAccount): string {
  return `${name} (${shortAddress(address)})`;
}

function pair(term: string, value: string): HTMLElement[] {
  return [element('dt', {}, term), element('dd', {}, value)];
}

/** Shows a dialog until it is answered; true if it was approved. */
function ask(question: {
  readonly title: string;
  readonly content: readonly HTMLElement[];
  readonly approve: string;
  readonly reject: string;
}): Promise<boolean> {
  const reject = element('button', { type: 'button' }, question.reject);
  const approve = element('button', { type: 'submit', class: 'approve' }, question.approve);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title' },
    element(
      'form',
      { method: 'dialog' },
      element(
        'div',
        { class: 'head' },
        element('img', { src: DEMO_WALLET_ICON, alt: '' }),
        element(
          'div',
          {},
          element('p', { class: 'wallet' }, `Demo Wallet, asked by ${location.host}`),
          element('h2', { id: 'title' }, question.title),
        ),
      ),
      ...question.content,
      element('div', { class: 'foot' }, reject, approve),
    ),
  );
  const host = element('denaria-demo-wallet', {});
  const shadow = host.attachShadow({ mode: 'open' });
  // A style element would need the page's nonce.
  const style = new CSSStyleSheet();
  style.replaceSync(DIALOG_STYLE);
  shadow.adoptedStyleSheets = [style];
  shadow.append(dialog);

  // Radio buttons and scrollbars follow the page's theme.
  host.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;

  const before = document.activeElement;
  const keepFromPage = (event: Event) => event.stopPropagation();
  for (const type of KEPT_FROM_PAGE) host.addEventListener(type, keepFromPage);

  return new Promise((resolve) => {
    const answer = (isApproved: boolean) => {
      removeEventListener('keydown', rejectOnEscape, { capture: true });
      dialog.close();
      host.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(isApproved);
    };
    // Pages listen for Escape as early as possible to close their own dialogs; this listener is earlier.
    const rejectOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      answer(false);
    };
    addEventListener('keydown', rejectOnEscape, { capture: true });
    // A phone's back gesture cancels a dialog without a key.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      answer(false);
    });
    reject.addEventListener('click', () => answer(false));
    dialog.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      answer(true);
    });
    document.body.append(host);
    dialog.showModal();
    approve.focus();
  });
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K];
function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement;
function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
