/** The player's latest news, over the line that is shown while there is none. */
import { X } from 'lucide-react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { useGameNow } from '../../api/config.ts';
import { useNames } from '../../live/use-names.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { withNames } from './news-items.ts';
import { dismiss, dismissAway, useNews } from './news-store.ts';
import { useNamedStakes } from './use-named-stakes.ts';
import { awayText, stakesText, newsText } from './words.ts';

/** Takes the space of the line below it, so that nothing around it moves. */
const Line = styled.section`
  position: absolute;
  inset: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  gap: var(--space-2);
  align-items: center;
  background: var(--surface);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
  line-height: 1.35;

  @media (max-width: 47.99rem) {
    grid-template-columns: minmax(0, 1fr) auto;

    /* The bottom bar links there as well. */
    > a {
      display: none;
    }
  }
`;

const News = styled.output`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

export function NewsLine({ you }: { readonly you: Address }) {
  const { wallet, items, away } = useNews();
  const stakes = useNamedStakes(you, true);
  const now = useGameNow();
  const knownName = useNames();
  const [item] = items;
  if (wallet !== you || (!item && !away)) return null;
  const text = item
    ? newsText(withNames(item, knownName), (ids) => stakesText(ids, stakes ?? []))
    : away && awayText(away, now(), knownName);
  return (
    <Line aria-label="What happened">
      <News title={text ?? undefined}>{text}</News>
      <ButtonLink to="/dashboard">Your next move</ButtonLink>
      <Button
        tone="quiet"
        square
        aria-label="Dismiss"
        onClick={() => (item ? dismiss(item.key) : dismissAway())}
      >
        <X size={18} aria-hidden />
      </Button>
    </Line>
  );
}
