/**
 * The Demo Wallet's dialogs: a native modal dialog in its own shadow tree, out of reach of the
 * page's styles. Escape, and anything but approving, rejects.
 */
import { shortAddress } from '../../common/values/short-address.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import type { Approver } from './provider.ts';

/** The mark: a brass coin with the compass of the atlas, on ink. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#101d30"/><circle cx="48" cy="48" r="32" fill="none" stroke="#e0b45c" stroke-width="4"/><circle cx="48" cy="48" r="25" fill="none" stroke="#e0b45c" stroke-width="1.5" stroke-dasharray="1.5 3.4"/><path d="M48 18l7 23 23 7-23 7-7 23-7-23-23-7 23-7z" fill="#f3ebda"/><path d="M48 18l7 23-7 7zM78 48l-23 7-7-7zM48 78l-7-23 7-7zM18 48l23-7 7 7z" fill="#e0b45c"/></svg>`;

export const DEMO_WALLET_ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

/** With the page's own tokens, which reach into the shadow tree. */
const STYLE = `
:host { pointer-events: auto; }
dialog {
  box-sizing: border-box;
  width: min(26rem, calc(100vw - 2rem));
  border: 1px solid var(--action);
  background: var(--surface-overlay);
  color: var(--ink);
}
dialog::backdrop { background: rgb(4 9 17 / 72%); }
form { display: grid; gap: 1rem; }
h2, p { margin: 0; }
p, label { color: var(--ink-muted); font-size: 0.8125rem; }
label { display: grid; gap: 0.5rem; }
pre {
  margin: 0;
  padding: 0.75rem;
  max-height: 16rem;
  overflow: auto;
  background: var(--surface-sunken);
  font-size: 0.8125rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
div { display: flex; justify-content: end; gap: 0.75rem; }
button, select {
  min-height: 2.75rem;
  padding: 0 1rem;
  border: 1px solid var(--rule-strong);
  background: var(--surface-sunken);
  color: inherit;
  font: inherit;
}
button[value] { background: var(--button); color: var(--on-button); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

/** Events by which the page's own dialogs would close, or keep this one from scrolling. */
const KEPT_FROM_PAGE = ['pointerdown', 'wheel', 'touchmove'];

export const dialogApprover: Approver = {
  async connect(accounts, offered) {
    const select = document.createElement('select');
    for (const { address, name } of accounts) {
      const text = `${name} · ${shortAddress(address)}`;
      select.append(new Option(text, address, false, address === offered.address));
    }
    const label = document.createElement('label');
    label.append('Account', select);
    const words = 'Play money on a development chain: anyone can use these accounts.';
    const title = `Connect to ${PRODUCT_NAME}`;
    const isApproved = await ask({ title, content: label, words, approve: 'Connect' });
    const chosen = accounts.find(({ address }) => address === select.value);
    return (isApproved && chosen) || null;
  },
  sign({ name, address }, text) {
    const message = document.createElement('pre');
    message.tabIndex = 0;
    message.textContent = text;
    const words = `As ${name} (${shortAddress(address)})`;
    return ask({ title: 'Sign this message', content: message, words, approve: 'Sign' });
  },
};

/** Shows a dialog until it is answered; true if it was approved. */
function ask(question: {
  readonly title: string;
  readonly content: HTMLElement;
  readonly words: string;
  readonly approve: string;
}): Promise<boolean> {
  const host = document.createElement('denaria-demo-wallet');
  const shadow = host.attachShadow({ mode: 'open' });
  // A style element would need the page's nonce.
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [style];
  shadow.innerHTML = `
    <dialog aria-labelledby="title">
      <form method="dialog">
        <p>Demo Wallet, asked by ${location.host}</p>
        <h2 id="title"></h2>
        <p id="words"></p>
        <div>
          <button type="button">${question.approve === 'Sign' ? 'Reject' : 'Cancel'}</button>
          <button value="approved" autofocus></button>
        </div>
      </form>
    </dialog>`;
  const part = (selector: string) => shadow.querySelector<HTMLElement>(selector);
  const dialog = shadow.querySelector('dialog');
  if (!dialog) throw new Error('the dialog is missing');
  part('#title')?.replaceChildren(question.title);
  part('#words')?.replaceChildren(question.words);
  part('button[value]')?.replaceChildren(question.approve);
  part('#title')?.after(question.content);
  part('button')?.addEventListener('click', () => dialog.close());

  for (const type of KEPT_FROM_PAGE) {
    host.addEventListener(type, (event) => event.stopPropagation());
  }
  // Pages listen for Escape as early as possible to close their own dialogs; this listener is
  // earlier.
  const keepEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation();
  };
  addEventListener('keydown', keepEscape, { capture: true });
  document.body.append(host);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      removeEventListener('keydown', keepEscape, { capture: true });
      host.remove();
      resolve(dialog.returnValue === 'approved');
    });
  });
}
