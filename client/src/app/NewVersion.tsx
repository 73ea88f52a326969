/**
 * Offers a reload if the page is older than its server: a strip at the foot of the window. It
 * causes no layout shift, and at the end of the page it sits below the footer. The player may
 * dismiss it while the server still serves the page.
 */
import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { pageAge } from '../api/server-version.ts';
import { useStore } from '../lib/store.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/layout/boxes.ts';
import { useHtmlAttribute } from '../ui/use-html-attribute.ts';

const Strip = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0 var(--space-4);
  padding: var(--space-1) var(--page-gutter);
  padding-block-end: max(var(--space-1), env(safe-area-inset-bottom));
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);
  color: var(--ink);
`;

export function NewVersion() {
  const age = useStore(pageAge, 'current');
  // Present before it has text: assistive technology announces text that is added to it.
  return <output>{age !== 'current' && <Offer canWait={age === 'outdated'} />}</output>;
}

function Offer({ canWait }: { readonly canWait: boolean }) {
  useHtmlAttribute('data-foot-strip', 'shown');
  return (
    <Strip>
      <span>A new version is here.</span>
      <Row as="span" $gap={2}>
        <Button onClick={() => location.reload()}>Reload</Button>
        {canWait && (
          <Button tone="quiet" square aria-label="Not now" onClick={() => pageAge.dismiss()}>
            <X size={18} aria-hidden />
          </Button>
        )}
      </Row>
    </Strip>
  );
}
