/** What was remarkable in a week, in sentences [SCR78]. Pure. */
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import type { Highlight } from '../../../../common/protocol/seasons.ts';
import { nationInText } from '../../../../common/values/nations.ts';
import { finishedText } from '../../../../common/values/work-names.ts';
import { formatCountdown } from '../../ui/format.ts';
import { nameOf } from '../../views/names-text.ts';
import { culturalNfts } from '../../views/row-parts.tsx';

/** `anna.eth took the lead from ben.eth with $20,000`; null for a kind that this page lacks. */
export function highlightText({
  kind,
  wallets,
  nationId,
  figures,
}: Pick<Highlight, 'kind' | 'wallets' | 'nationId' | 'figures'>): string | null {
  const [who, other] = wallets.map(nameOf);
  const figure = (name: keyof typeof figures) => figures[name] ?? 0;
  const nation = nationInText(nationId);
  if (who === undefined) return null;
  switch (kind) {
    case 'climb': {
      const [from, to] = [figure('from'), figure('to')].map(formatCount);
      return `${who} climbed from #${from} to #${to}`;
    }
    case 'lead':
      return `${who} led for ${formatCountdown(figure('ms'))}, longer than anybody`;
    case 'finish':
      if (other === undefined) return null;
      return figure('gap') === 0
        ? `${who} won level with ${other}, who got there later`
        : `${who} won by ${formatDollars(figure('gap'))}, ahead of ${other}`;
    case 'lead-change':
      return `${who} took the lead${other ? ` from ${other}` : ''} with ${formatDollars(figure('gdp'))}`;
    case 'presidency':
      if (figure('staked') === 0) return `${who} lost the presidency of ${nation}`;
      return `${who} became President of ${nation} with ${culturalNfts(figure('staked'))}${other ? `, in place of ${other}` : ''}`;
    case 'work':
      return `${who} finished ${finishedText(nationId, [figure('stage')])}`;
    default:
      return null;
  }
}
