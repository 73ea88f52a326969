/**
 * While the page is not live: how old its figures are, in words, in view wherever the page is
 * scrolled.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { LEADERBOARD_KEY } from '../../api/query-client.ts';
import { formatAge } from '../../ui/format.ts';
import { STATUS_WORDS, useStatus } from './LiveStatus.tsx';

const TICK_MS = 1000;

/** Words at the foot of the window. */
const FootLine = styled.p`
  padding: 0 var(--page-gutter);
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.5;
  text-align: center;
`;

export function Stale() {
  const status = useStatus();
  const isLive = status === 'live' || status === 'connecting';
  return isLive ? null : <Age word={STATUS_WORDS[status].word} />;
}

function Age({ word }: { readonly word: string }) {
  const ageMs = useAge();
  // Not announced every second: screen readers announce the header's word once.
  return (
    <FootLine as="output" aria-live="off">
      <span>{word}</span>
      {ageMs !== null && <span>{` · figures from ${formatAge(ageMs)} ago`}</span>}
    </FootLine>
  );
}

/** The age of the ranking on the page, pushed or polled; null while there is none. */
function useAge(): number | null {
  const queryClient = useQueryClient();
  const [ageMs, setAgeMs] = useState<number | null>(null);
  useEffect(() => {
    const read = (): void => {
      const heardAt = queryClient.getQueryState(LEADERBOARD_KEY)?.dataUpdatedAt ?? 0;
      setAgeMs(heardAt === 0 ? null : Date.now() - heardAt);
    };
    read();
    const timer = setInterval(read, TICK_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
  return ageMs;
}
