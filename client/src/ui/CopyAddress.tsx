/** A wallet's shortened address, which copies the whole address when pressed. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { shortAddress } from '../../../common/values/short-address.ts';
import { HiddenStatus, VisuallyHidden } from './VisuallyHidden.tsx';

const SAYS_COPIED_MS = 2000;

const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--tap);
  padding: 0 var(--space-2);
  border-radius: var(--radius);
  color: var(--ink);
  font-size: var(--text-caption);
  white-space: nowrap;
  cursor: copy;

  > svg:last-of-type {
    flex: none;
    color: var(--ink-faint);
  }

  @media (hover: hover) {
    &:hover {
      background: var(--surface-hover);
    }
  }
`;

const OUTCOMES = {
  copied: 'Address copied',
  failed: 'The browser does not allow copying',
};

/**
 * The whole address is copied, and named to screen readers; bare, beside a name, only its icon is
 * in sight.
 */
export function CopyAddress({
  address,
  isBare = false,
}: {
  readonly address: string;
  readonly isBare?: boolean;
}) {
  const Short = isBare ? VisuallyHidden : 'span';
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null);

  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(null), SAYS_COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (): void => {
    navigator.clipboard.writeText(address).then(
      () => setOutcome('copied'),
      (error: unknown) => {
        console.warn('The address could not be copied:', error);
        setOutcome('failed');
      },
    );
  };

  return (
    <Chip
      type="button"
      onClick={copy}
      title={address}
      aria-label={`Copy wallet address ${address}`}
    >
      <Short>{shortAddress(address)}</Short>
      {outcome === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <HiddenStatus>{outcome && OUTCOMES[outcome]}</HiddenStatus>
    </Chip>
  );
}
