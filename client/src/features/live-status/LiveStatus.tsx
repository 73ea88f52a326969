/** Whether the page is live, in one calm word. */
import { styled } from 'styled-components';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { OFFLINE, useIsOffline } from '../../lib/offline.ts';
import { useLive } from '../../live/live-context.ts';
import { Caption } from '../../ui/text.ts';

type Status = ReturnType<typeof useLive>['status'] | 'offline';

export const STATUS_WORDS: Readonly<Record<Status, { word: string; title: string }>> = {
  connecting: { word: 'Connecting', title: 'Joining the live ranking' },
  live: { word: 'Live', title: 'Every change arrives the moment it happens' },
  polling: {
    word: 'Not live',
    title: `No live connection: the ranking is asked for every ${POLL_INTERVAL_MS / 1000} seconds`,
  },
  offline: { word: 'Offline', title: OFFLINE },
  reconnecting: { word: 'Reconnecting', title: 'The live connection was lost and is coming back' },
};

/** While the device has no network, that counts, whatever the connection thinks. */
export function useStatus(): Status {
  const { status } = useLive();
  return useIsOffline() ? 'offline' : status;
}

/** Full, half or hollow, so that the states differ without colour. */
const Lamp = styled.span<{ $status: Status }>`
  flex: none;
  inline-size: 0.5rem;
  block-size: 0.5rem;
  margin-block: 0.5rem;
  border: 1.5px solid ${({ $status }) => ($status === 'live' ? 'var(--rise)' : 'var(--ink-faint)')};
  border-radius: 50%;
  background: ${({ $status }) =>
    $status === 'live'
      ? 'var(--rise)'
      : $status === 'polling'
        ? 'linear-gradient(90deg, var(--ink-faint) 50%, transparent 50%)'
        : 'transparent'};
`;

/** One line: a word that doesn't fit beside the lamp is in the next, out of sight. */
const Line = styled.output`
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  align-items: center;
  column-gap: var(--space-2);
  min-inline-size: 0.5rem;
  block-size: 1.5rem;
  overflow: hidden;
  white-space: nowrap;
`;

export function LiveStatus() {
  const status = useStatus();
  const { word, title } = STATUS_WORDS[status];
  return (
    <Line title={title} aria-label={`Connection: ${word}`}>
      <Lamp $status={status} />
      <Caption>{word}</Caption>
    </Line>
  );
}
