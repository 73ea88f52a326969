/**
 * What operators have set, in a line under the header: why the game is paused, and a notice that
 * can be dismissed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Info, Pause, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { statusQuery } from '../../api/status.ts';
import { load, save } from '../../lib/saved.ts';
import { useLive } from '../../live/live-context.ts';
import { Button } from '../../ui/Button.tsx';
import { column } from '../../ui/layout/Page.tsx';

const MINUTE_MS = 60_000;
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
  const { status } = useLive();
  const isDown = status === 'polling' || status === 'reconnecting';
  // Pushed, and polled in case a push was missed.
  const refetchInterval = isDown ? POLL_INTERVAL_MS : MINUTE_MS;
  const { data } = useQuery({ ...statusQuery(), refetchInterval });
  const [dismissed, setDismissed] = useState(() => load(DISMISSED));
  const paused = data?.paused ?? null;
  const notice = data?.notice?.text ?? null;
  const queryClient = useQueryClient();
  // Announced rules come with a notice, and go with it.
  const last = useRef(notice);
  useEffect(() => {
    if (last.current === notice) return;
    last.current = notice;
    void queryClient.invalidateQueries({ queryKey: ['/api/rules'] });
  }, [queryClient, notice]);
  const dismiss = (text: string) => {
    save(DISMISSED, text);
    setDismissed(text);
  };
  return (
    <>
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
    </>
  );
}
