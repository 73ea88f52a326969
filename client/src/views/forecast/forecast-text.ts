/** What a move would bring, in words. Pure. */
import type { Forecast, Outlook } from '../../api/forecast.ts';
import type { PresidencyChange } from '../../../../common/rules/ranking.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { formatCount, formatDeltaDollars } from '../../ui/format.ts';

/** `+$8,100 GDP`, or `No GDP`. */
export function gdpText({ gdp }: Pick<Outlook, 'gdp'>): string {
  const delta = gdp.after - gdp.before;
  return delta === 0 ? 'No GDP' : `${formatDeltaDollars(delta)} GDP`;
}

/** `+$8,100 GDP · rank #19 → #8 · you become President`: a whole move in a line. */
export function forecastText(forecast: Forecast): string {
  const { rank, presidency } = forecast;
  const parts = [gdpText(forecast)];
  if (rank.after !== null && rank.after !== rank.before) {
    parts.push(`rank #${formatCount(rank.before)} → #${formatCount(rank.after)}`);
  }
  if (presidency === 'won') parts.push('you become President');
  if (presidency === 'lost') parts.push('you lose the presidency');
  return parts.join(' · ');
}

type Named = Pick<Forecast['rank']['passes'][number], 'walletAddress' | 'name'>;

function nameOf({ walletAddress, name }: Named): string {
  return name ?? shortAddress(walletAddress);
}

/** `a.eth, 0x12…34 and 9 more`. */
function listed(people: readonly Named[], count: number): string {
  const names = people.map(nameOf);
  const more = count - names.length;
  if (more > 0) return `${names.join(', ')} and ${formatCount(more)} more`;
  if (names.length < 2) return names.join();
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** `Passes a.eth and b.eth`; empty where nobody is passed, or it is not known. */
export function passedText({ before, after, passes, passedBy }: Forecast['rank']): string {
  if (after === null) return '';
  if (passes.length > 0) return `Passes ${listed(passes, before - after)}`;
  if (passedBy.length > 0) return `Falls behind ${listed(passedBy, after - before)}`;
  return '';
}

/** Of the presidency now and then. */
export const PRESIDENCY_TEXT: Readonly<Record<PresidencyChange, string>> = {
  won: 'You become President',
  lost: 'You lose it',
  kept: 'You stay President',
  none: 'No change',
};
