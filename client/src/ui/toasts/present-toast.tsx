/** Passes a toast's text to the region that shows it. */
import { toast } from 'react-hot-toast/headless';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

export interface ToastContent {
  readonly tone: 'success' | 'destructive' | 'plain';
  /** The title first; what is undefined is left out. */
  readonly lines: readonly (string | undefined)[];
  /** Shown in place of the second line. */
  readonly field?: ReactElement;
}

/** [CON9]. */
const TOAST_MS = 5000;
/** [CON10]: how long a dismissed toast is kept before it is removed. */
const REMOVE_DELAY_MS = 1_000_000;

const Line = styled.p`
  color: var(--ink-muted);
  overflow-wrap: anywhere;

  &:first-child {
    color: inherit;
    font-weight: 600;
  }
`;

/** Shows a toast in place of the current one. */
export function presentToast({ tone, lines, field }: ToastContent): void {
  toast.dismiss();
  const show = { success: toast.success, destructive: toast.error, plain: toast }[tone];
  show(<>{lines.map((line, i) => line && <Line key={line}>{(i && field) || line}</Line>)}</>, {
    duration: TOAST_MS,
    removeDelay: REMOVE_DELAY_MS,
  });
}
