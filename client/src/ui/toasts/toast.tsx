/**
 * Telling a player what happened (SPEC.md §8, §9): one toast at a time, 5 s long. What it looks like
 * and how it is dismissed is ToastRegion's; this is what pages call.
 */
import { toast } from 'react-hot-toast/headless';
import { styled } from 'styled-components';

/** SPEC.md §9. */
const TOAST_MS = 5000;
/** SPEC.md §9: how long a dismissed toast is kept before it is forgotten. */
const REMOVE_DELAY_MS = 1_000_000;

export type ToastTone = 'success' | 'destructive';

interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly tone: ToastTone;
}

const Title = styled.p`
  font-weight: 600;
`;

const Description = styled.p`
  color: var(--ink-muted);
`;

/** Shows a toast in the place of the one that stands. */
export function showToast({ title, description, tone }: ToastContent): void {
  toast.dismiss();
  const show = tone === 'success' ? toast.success : toast.error;
  show(
    <>
      <Title>{title}</Title>
      {description && <Description>{description}</Description>}
    </>,
    { duration: TOAST_MS, removeDelay: REMOVE_DELAY_MS },
  );
}
