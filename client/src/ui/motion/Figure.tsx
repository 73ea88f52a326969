/** A ticking figure: a new value rolls in, up for more, down for less. */
import { useState } from 'react';
import { keyframes, styled } from 'styled-components';

const rollUp = keyframes`
  from { opacity: 0; transform: translateY(0.5em); }
`;
const rollDown = keyframes`
  from { opacity: 0; transform: translateY(-0.5em); }
`;

/**
 * Up to here a figure is as large as its place: `$9,999,999`. Longer ones are as wide, down to 12
 * px if their place isn't smaller.
 */
const FULL_SIZE_CHARS = 10;

const Clip = styled.span<{ $length: number }>`
  display: inline-block;
  font-size: ${({ $length }) =>
    $length > FULL_SIZE_CHARS
      ? `min(1em, max(0.75rem, ${(FULL_SIZE_CHARS / $length).toFixed(2)}em))`
      : 'inherit'};
  font-variant-numeric: tabular-nums;
  overflow: clip;
  overflow-clip-margin: 0.15em;
  white-space: nowrap;
`;

const Roll = styled.span<{ $from: 'below' | 'above' | null }>`
  display: inline-block;
  animation: ${({ $from }) => ($from === 'below' ? rollUp : $from === 'above' ? rollDown : 'none')}
    var(--motion-slow) var(--ease);
`;

/** `text` is the formatted `value`. It rolls if the text changes, never when it first appears. */
export function Figure({
  value,
  text,
}: {
  readonly value: number | bigint;
  readonly text: string;
}) {
  const [shown, setShown] = useState({ value, text, changes: 0, rose: true });
  if (shown.text !== text) {
    setShown({ value, text, changes: shown.changes + 1, rose: value >= shown.value });
  }
  return (
    <Clip $length={text.length}>
      <Roll key={shown.changes} $from={shown.changes === 0 ? null : shown.rose ? 'below' : 'above'}>
        {shown.text}
      </Roll>
    </Clip>
  );
}
