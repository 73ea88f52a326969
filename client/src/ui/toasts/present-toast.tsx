/** Passes a toast's text to the region that shows it. */
import { toast } from 'react-hot-toast/headless';
import { styled } from 'styled-components';

/** A toast's text. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** The reason, on a line of its own below text that the specification fixes. */
  readonly reason?: string | undefined;
  readonly tone: 'success' | 'destructive';
}

/** [CON9]. */
const TOAST_MS = 5000;
/** [CON10]: how long a dismissed toast is kept before it is removed. */
const REMOVE_DELAY_MS = 1_000_000;

const Title = styled.p`
  font-weight: 600;
`;

const Description = styled.p`
  color: var(--ink-muted);
`;

/** Shows a toast in place of the current one. */
export function presentToast({ title, description, reason, tone }: ToastContent): void {
  toast.dismiss();
  const show = tone === 'success' ? toast.success : toast.error;
  show(
    <>
      <Title>{title}</Title>
      {description && <Description>{description}</Description>}
      {reason && <Description>{reason}</Description>}
    </>,
    { duration: TOAST_MS, removeDelay: REMOVE_DELAY_MS },
  );
}
