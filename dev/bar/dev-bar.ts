/**
 * The developer bar: which Demo account plays, the game's clock, how fast the rivals are. Closed it is
 * one small button in the page's corner; development's pages alone have it.
 */
import { z } from 'zod';
import { LOCK_DAYS } from '../../common/rules/lock.ts';
import type { Address } from '../../common/values/address.ts';
import { shortAddress } from '../../common/values/short-address.ts';
import { DEV_BAR_STYLE } from './dev-bar-style.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PACES = ['off', 'gentle', 'lively'] as const;
const OPEN_KEY = 'denaria-dev-bar';

const clockAnswerSchema = z.object({ now: z.string() });
const rivalsAnswerSchema = z.object({ pace: z.enum(PACES) });

/** Shows a developer what came of a press. */
type Say = (words: string) => void;

async function post<S extends z.ZodType>(
  path: string,
  body: object,
  schema: S,
): Promise<z.output<S>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return schema.parse(await response.json());
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A group of buttons under a label. */
function group(label: string, children: readonly HTMLElement[]): HTMLElement {
  const made = element('div', { className: 'group' }, children);
  made.setAttribute('role', 'group');
  made.setAttribute('aria-label', label);
  return element('section', {}, [element('h2', { textContent: label }), made]);
}

function accountSelect(say: Say): HTMLElement {
  const wallet = window.denariaDemoWallet;
  const select = element('select', { ariaLabel: 'Demo account' });
  if (!wallet) return select;
  const accounts = new Map<string, Address>();
  const show = () => {
    select.value = wallet.account() ?? '';
  };
  const fill = async () => {
    const options = (await wallet.accounts()).map(({ address, name }) => {
      accounts.set(address, address);
      return element('option', { value: address, text: `${name} · ${shortAddress(address)}` });
    });
    select.append(element('option', { value: '', textContent: 'Not connected' }), ...options);
    show();
  };
  select.addEventListener('change', () => {
    wallet.useAccount(accounts.get(select.value) ?? null);
  });
  // The page and the wallet's own dialogs change it, too.
  select.addEventListener('focus', show);
  fill().catch((error: unknown) => say(String(error)));
  return select;
}

function skipButton(label: string, days: number, say: Say): HTMLElement {
  const button = element('button', { type: 'button', textContent: label });
  const skip = async () => {
    button.disabled = true;
    try {
      const advanceMs = days * DAY_MS;
      const { now } = await post('/dev/clock', { advanceMs }, clockAnswerSchema);
      say(`It is ${new Date(now).toLocaleString()}.`);
      // Countdowns start from the server's clock, which the page reads once.
      location.reload();
    } catch (error) {
      say(String(error));
    }
    button.disabled = false;
  };
  button.addEventListener('click', () => void skip());
  return button;
}

function paceButtons(say: Say): HTMLElement[] {
  const buttons = PACES.map((pace) => {
    const button = element('button', { type: 'button', textContent: pace });
    button.addEventListener('click', () => {
      void press(() => post('/dev/rivals', { pace }, rivalsAnswerSchema));
    });
    return { pace, button };
  });
  const press = async (answer: () => Promise<z.output<typeof rivalsAnswerSchema>>) => {
    try {
      const now = (await answer()).pace;
      for (const { pace, button } of buttons) button.ariaPressed = String(pace === now);
    } catch (error) {
      say(String(error));
    }
  };
  void press(async () => rivalsAnswerSchema.parse(await (await fetch('/dev/rivals')).json()));
  return buttons.map(({ button }) => button);
}

function mount(): void {
  const host = element('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(DEV_BAR_STYLE);
  shadow.adoptedStyleSheets = [sheet];

  const words = element('p', { className: 'words' });
  words.setAttribute('role', 'status');
  const say = (text: string) => {
    words.textContent = text;
  };
  const summary = element('summary', { textContent: 'Dev' });
  summary.title = 'Development alone: accounts, clock and rivals';
  const panel = element('details', {}, [
    summary,
    element('div', { className: 'panel' }, [
      group('Playing as', [accountSelect(say)]),
      group('Clock', [
        skipButton('Skip a day', 1, say),
        skipButton(`Skip ${LOCK_DAYS} days`, LOCK_DAYS, say),
      ]),
      group('Rivals', paceButtons(say)),
      words,
    ]),
  ]);
  panel.open = sessionStorage.getItem(OPEN_KEY) === 'open';
  panel.addEventListener('toggle', () => {
    sessionStorage.setItem(OPEN_KEY, panel.open ? 'open' : 'closed');
  });
  shadow.append(panel);
  const landmark = element('aside', {}, [host]);
  landmark.setAttribute('aria-label', 'Developer bar');
  document.body.append(landmark);
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', mount);
else mount();
