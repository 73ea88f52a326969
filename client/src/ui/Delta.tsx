/** A rise or a fall: an arrow, a sign and a colour, so that none of them carries the meaning by itself. */
import { styled } from 'styled-components';
import { formatDeltaDollars } from '../../../common/values/figures.ts';
import { formatChange, formatDollarsCompact, formatGdpK } from './format.ts';
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
export function PercentChange({
  percent,
  isQuiet = false,
}: {
  readonly percent: number | null;
  /** Where something beside it says more. */
  readonly isQuiet?: boolean;
}) {
  const { direction, text } = formatChange(percent);
  return (
    <Mark $direction={direction} style={isQuiet ? { fontWeight: 400 } : undefined}>
      {direction !== 'none' && !isQuiet && <Arrow isUp={direction === 'rise'} />}
      <span>{text}</span>
    </Mark>
  );
}

/** From here on a change in a narrow column is shown in thousands, and from there on in millions and billions. */
const EXACT_BELOW = 100_000;
const THOUSANDS_BELOW = 10_000_000;

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
  const size = Math.abs(dollars);
  return (
    <Mark $direction={isRise ? 'rise' : 'fall'} title={exact}>
      <Arrow isUp={isRise} />
      <span>{size < EXACT_BELOW ? exact : `${exact.charAt(0)}${short(size)}`}</span>
    </Mark>
  );
}

function short(dollars: number): string {
  return dollars < THOUSANDS_BELOW ? `$${formatGdpK(dollars)}` : formatDollarsCompact(dollars);
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

/** How many ranks something moved: ▲2, ▼1; nothing for 0. @param isLarge beside a figure that is read first. */
export function RankMove({
  places,
  isLarge = false,
}: {
  readonly places: number;
  isLarge?: boolean;
}) {
  if (places === 0) return null;
  const rose = places > 0;
  return (
    <Mark
      $direction={rose ? 'rise' : 'fall'}
      style={isLarge ? { fontSize: 'var(--text-lead)' } : undefined}
    >
      <Arrow isUp={rose} />
      <VisuallyHidden>{rose ? 'up' : 'down'}</VisuallyHidden>
      <span>{Math.abs(places)}</span>
    </Mark>
  );
}
