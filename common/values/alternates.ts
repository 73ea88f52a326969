/** [SCR71] What programs find in a page's head: its feed, and a player's calendar. */
import type { Address } from './address.ts';
import { type NationId, nationInText } from './nations.ts';

export interface Alternate {
  readonly type: string;
  readonly title: string;
  readonly href: string;
}

const ATOM = 'application/atom+xml';

export function nationAlternates(nationId: NationId): readonly Alternate[] {
  const title = `What the players of ${nationInText(nationId)} did`;
  return [{ type: ATOM, title, href: `/feeds/nation/${nationId}.atom` }];
}

/** @param called their name or their shortened address. */
export function playerAlternates(wallet: Address, called: string): readonly Alternate[] {
  return [
    { type: ATOM, title: `What ${called} did`, href: `/feeds/player/${wallet}.atom` },
    {
      type: 'text/calendar',
      title: `When the stakes of ${called} unlock`,
      href: `/calendar/${wallet}.ics`,
    },
  ];
}
