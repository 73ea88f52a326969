/**
 * A rise or a fall: an arrow, a sign and a colour, so that none of them carries the meaning by
 * itself.
 */
import { styled } from 'styled-components';
import { formatDeltaDollars } from '../../../common/values/figures.ts';
import { formatChange, formatDollarsCompact } from './format.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Mark = styled.span<{ $direction: 'rise' | 'fall' | 'none' }>`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  color: ${({ $direction }) => ($direction === 'none' ? 'var(--ink-faint)' : `var(--${$direction})`)};
  font-size: var(--text-caption);
  font-weight: ${({ $direction }) => ($direction === 'none' ? 400 : 600)};
  white-space: nowrap;
`;

/** A percent change [SCR28]; null and 0 read 'No change'. */
export function PercentChange({ percent }: { readonly percent: number | null }) {
  const { direction, text } = formatChange(percent);
  return (
    <Mark $direction={direction}>
      {direction !== 'none' && <Arrow isUp={direction === 'rise'} />}
      <span>{text}</span>
    </Mark>
  );
}

/** A change in dollars; null, unknown, is a dash. */
export function DollarChange({ dollars }: { readonly dollars: number | null }) {
  if (dollars === null) {
    return (
      <Mark $direction="none">
        <span aria-hidden>–</span>
        <VisuallyHidden>not known yet</VisuallyHidden>
      </Mark>
    );
  }
  if (dollars === 0) return <Mark $direction="none">No change</Mark>;
  const isRise = dollars > 0;
  const exact = formatDeltaDollars(dollars);
  return (
    <Mark $direction={isRise ? 'rise' : 'fall'} title={exact}>
      <Arrow isUp={isRise} />
      <span>{exact.charAt(0) + formatDollarsCompact(Math.abs(dollars))}</span>
    </Mark>
  );
}

const Triangle = styled.svg`
  flex: none;
  fill: currentColor;
`;

function Arrow({ isUp }: { readonly isUp: boolean }) {
  return (
    <Triangle viewBox="0 0 8 8" width="9" height="9" aria-hidden>
      <path d={isUp ? 'M4 1l3.500 6h-7z' : 'M4 7L.500 1h7z'} />
    </Triangle>
  );
}

/** How many ranks something moved: ▲2, ▼1; nothing for 0. */
export function RankMove({ places }: { readonly places: number }) {
  if (places === 0) return null;
  const rose = places > 0;
  return (
    <Mark $direction={rose ? 'rise' : 'fall'}>
      <Arrow isUp={rose} />
      <VisuallyHidden>{rose ? 'up' : 'down'}</VisuallyHidden>
      <span>{Math.abs(places)}</span>
    </Mark>
  );
}
