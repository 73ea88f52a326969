/** A toast's words, handed to the region that shows it. */
import { toast } from 'react-hot-toast/headless';
import { styled } from 'styled-components';
import type { ToastContent } from './toast-content.ts';

/** SPEC.md §9. */
const TOAST_MS = 5000;
/** SPEC.md §9: how long a dismissed toast is kept before it is forgotten. */
const REMOVE_DELAY_MS = 1_000_000;

const Title = styled.p`
  font-weight: 600;
`;

const Description = styled.p`
  color: var(--ink-muted);
`;

/** Shows a toast in the place of the one that stands. */
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
