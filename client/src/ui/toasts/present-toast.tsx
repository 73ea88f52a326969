/** Passes a toast's text to the region that shows it. */
import { toast } from 'react-hot-toast/headless';
import { styled } from 'styled-components';

export interface ToastContent {
  readonly tone: 'success' | 'destructive';
  /** The title first; what is undefined is left out. */
  readonly lines: readonly (string | undefined)[];
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
export function presentToast({ tone, lines }: ToastContent): void {
  toast.dismiss();
  const show = tone === 'success' ? toast.success : toast.error;
  show(<>{lines.map((line) => line && <Line key={line}>{line}</Line>)}</>, {
    duration: TOAST_MS,
    removeDelay: REMOVE_DELAY_MS,
  });
}
