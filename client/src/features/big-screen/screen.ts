/** The big screen's unit: everything on it scales with the screen. */
import { useSyncExternalStore } from 'react';
import { css } from 'styled-components';

/** A hundredth of the width of the largest 16:9 picture that fits the screen: 19.2 px at 1920×1080. */
export const unit = css`
  --u: min(1vw, 1.7778vh);
`;

function unitPx(): number {
  return Math.min(innerWidth / 100, innerHeight / 56.25);
}

/** The same in px, for pictures sized by a number. */
export function useUnitPx(): number {
  return useSyncExternalStore((onChange) => {
    addEventListener('resize', onChange);
    return () => removeEventListener('resize', onChange);
  }, unitPx);
}

/** @param size in hundredths of the picture's width. */
export function text(size: number): string {
  return `calc(var(--u) * ${size})`;
}
