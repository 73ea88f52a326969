/** What was remarkable in a week, in sentences [SCR78]. Pure. */
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import type { Highlight } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { nationInText } from '../../../../common/values/nations.ts';
import { WEEK_MS } from '../../../../common/values/week.ts';
import { finishedText } from '../../../../common/values/work-names.ts';
import { formatCountdown } from '../../ui/format.ts';
import { nameOf } from '../../views/names-text.ts';
import { culturalNfts } from '../../views/row-parts.tsx';

type Told = Highlight & { readonly text: string };

/** In the order of time; of what one move of a player did, only the most important. */
export function storyOf(highlights: readonly Highlight[]): readonly Told[] {
  const byMove = new Map<string, Told>();
  // They come with the most important first.
  for (const one of highlights) {
    const text = highlightText(one);
    const move = `${one.at} ${one.wallets[0]?.walletAddress}`;
    if (text !== null && !byMove.has(move)) byMove.set(move, { ...one, text });
  }
  return [...byMove.values()].sort((a, b) => instantOf(a.at) - instantOf(b.at));
}

/** `anna.eth won the week by $900, ahead of ben.eth`; null for a kind that this page lacks. */
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
      return `${who} climbed from #${from} to #${to} overall`;
    }
    case 'lead':
      return `${who} was first overall ${
        figure('ms') === WEEK_MS
          ? 'all week'
          : `for ${formatCountdown(figure('ms'))}, longer than anyone else`
      }`;
    case 'finish':
      if (other === undefined) return null;
      return figure('gap') === 0
        ? `${who} won the week level with ${other}, who got there later`
        : `${who} won the week by ${formatDollars(figure('gap'))}, ahead of ${other}`;
    case 'lead-change':
      return `${who} took first place overall${other ? ` from ${other}` : ''} with a GDP of ${formatDollars(figure('gdp'))}`;
    case 'presidency':
      if (figure('staked') === 0) return `${who} lost the presidency of ${nation}`;
      return `${who} became President of ${nation} with ${culturalNfts(figure('staked'))}${other ? `, in place of ${other}` : ''}`;
    case 'work':
      return `${who} finished ${finishedText(nationId, [figure('stage')])}`;
    default:
      return null;
  }
}
