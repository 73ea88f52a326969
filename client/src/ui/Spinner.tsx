/** A loading spinner. The only thing in the game that spins, and only while the player waits. */
import { useEffect, useState, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const spin = keyframes`
  to { transform: rotate(360deg); }
`;

const Circle = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 2.5;
  stroke-linecap: round;
  animation: ${spin} 900ms linear infinite;

  @media (prefers-reduced-motion: reduce) {
    animation-duration: 6s;
  }
`;

/** With a `label` it announces itself; without one it decorates a text that already says so. */
export function Spinner({ size = 24, label }: { readonly size?: number; readonly label?: string }) {
  const circle = (
    <Circle viewBox="0 0 24 24" width={size} height={size} aria-hidden>
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </Circle>
  );
  return label ? <output aria-label={label}>{circle}</output> : circle;
}

/** From when on waiting is worth a word. */
const LONG_MS = 5000;

/** `Still staking…`, where the words say what is waited for. */
function stillText(words: ReactNode): string {
  if (typeof words !== 'string' || !words.endsWith('…')) return 'Still waiting…';
  return `Still ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** In place of `children`, for eyes, once what is waited for takes long; mounted when it begins. */
export function UntilLong({
  words,
  children,
}: {
  readonly words?: ReactNode;
  readonly children?: ReactNode;
}) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return children;
  return (
    <>
      <VisuallyHidden>{children}</VisuallyHidden>
      <span>{stillText(words)}</span>
    </>
  );
}

/** In the place of what loads: as high as it gets, the spinner and its words in the middle. */
export const Waiting = styled.div`
  display: grid;
  place-content: center;
  place-items: center;
  gap: var(--space-4);
  min-block-size: 16rem;
  color: var(--ink-muted);
`;
