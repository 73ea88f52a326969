/** The choice of the Demo account that plays. */
import type { Address } from '../../common/values/address.ts';
import { shortAddress } from '../../common/values/short-address.ts';
import { element, labelled, wordsOf, type Part, type Say } from './elements.ts';

export function accountPart(say: Say): Part {
  const wallet = window.denariaDemoWallet;
  const select = element('select', { ariaLabel: 'Demo account' });
  const section = labelled('Playing as', [select]);
  if (!wallet) return { section };
  const accounts = new Map<string, Address>();
  const show = () => {
    select.value = wallet.account() ?? '';
  };
  select.append(element('option', { value: '', textContent: 'Not connected' }));
  select.addEventListener('change', () => {
    wallet.useAccount(accounts.get(select.value) ?? null);
  });
  return {
    section,
    async refresh() {
      if (accounts.size > 0) return;
      try {
        for (const { address, name } of await wallet.accounts()) {
          if (accounts.has(address)) continue;
          accounts.set(address, address);
          const text = `${name} · ${shortAddress(address)}`;
          select.append(element('option', { value: address, text }));
        }
        show();
      } catch (error) {
        say(wordsOf(error));
      }
    },
    tick() {
      // The page and the wallet's own dialogs can change it too; don't update while the user is choosing.
      if (!select.matches(':focus')) show();
    },
  };
}
