/** What operators have set, in a line under the header: why the game is paused, and a notice that can be dismissed. */
import { useQuery } from '@tanstack/react-query';
import { Info, Pause, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { statusQuery } from '../../api/status.ts';
import { keep, kept } from '../../lib/kept.ts';
import { Button } from '../../ui/Button.tsx';
import { column } from '../../ui/layout/Page.tsx';

const DISMISSED = 'notice.dismissed';

/** Present before it has text: assistive technology announces text that is added to it. */
const Lines = styled.output`
  display: block;
  color: var(--ink-muted);
  font-size: var(--text-caption);

  &:not(:empty) {
    border-block-end: 1px solid var(--rule);
  }

  @media print {
    display: none;
  }
`;

const PauseLines = styled(Lines)`
  background: var(--surface-hover);
  color: var(--ink);
  font-size: var(--text-body);
`;

const Line = styled.span`
  ${column}
  display: flex;
  gap: var(--space-3);
  align-items: flex-start;
  padding-block: var(--space-2);

  > svg {
    flex: none;
    margin-block-start: calc(0.5lh - 9px);
  }

  > span {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  > button {
    margin-block: calc(-1 * var(--space-3));
  }
`;

export function OperatorLines() {
  const { data } = useQuery(statusQuery());
  const [dismissed, setDismissed] = useState(() => kept(DISMISSED));
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const paused = (isThere && data?.paused) || null;
  const notice = (isThere && data?.notice?.text) || null;
  const dismiss = (text: string) => {
    keep(DISMISSED, text);
    setDismissed(text);
  };
  return (
    <UnderHeader>
      <PauseLines aria-live="polite" aria-label="Pause of the game">
        {paused !== null && (
          <Line>
            <Pause size={18} aria-hidden />
            <span>
              <strong>The game is paused. </strong>
              <bdi>{paused}</bdi>
            </span>
          </Line>
        )}
      </PauseLines>
      <Lines aria-live="polite" aria-label="From the game’s operators">
        {notice !== null && notice !== dismissed && (
          <Line>
            <Info size={18} aria-hidden />
            <span>
              <bdi>{notice}</bdi>
            </span>
            <Button tone="quiet" square aria-label="Dismiss" onClick={() => dismiss(notice)}>
              <X size={18} aria-hidden />
            </Button>
          </Line>
        )}
      </Lines>
    </UnderHeader>
  );
}

/** Between the header and the page, where the first page has nothing: this loads after it. */
function UnderHeader({ children }: { readonly children: ReactNode }) {
  const [place] = useState(() => {
    const box = document.createElement('div');
    box.style.display = 'contents';
    return box;
  });
  useLayoutEffect(() => {
    document.querySelector('main')?.before(place);
    return () => place.remove();
  }, [place]);
  return createPortal(children, place);
}
