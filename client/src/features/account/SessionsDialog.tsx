/**
 * Where a wallet is signed in: each session with its device, network and times, this one first. The
 * others can be ended.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { ListedSession } from '../../../../common/protocol/sessions.ts';
import type { Address } from '../../../../common/values/address.ts';
import { failureReason, isRefusedAs } from '../../../../client-kit/api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../../api/sessions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDayTime, phrases } from '../../ui/format.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Muted, Strong } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';

/** The server writes down when a session was last used once an hour. */
const USE_WRITTEN_EVERY_MS = 60 * 60 * 1000;

/** As the server calls it; one of a version before tells none. */
const UNKNOWN_DEVICE = 'Unknown device';

const Sessions = styled.ul`
  display: grid;
  margin-block: calc(-1 * var(--space-3));
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-4);
  align-items: center;
  min-block-size: 4.5rem;
  padding-block: var(--space-3);

  & + & {
    border-block-start: 1px solid var(--rule);
  }
`;

export function SessionsDialog({
  walletAddress,
  onClose,
}: {
  readonly walletAddress: Address;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      onClose={onClose}
      title="Your sessions"
      description="Where this wallet is signed in. A session ends by itself after seven days, or three without use."
      width="34rem"
    >
      <SessionList walletAddress={walletAddress} />
    </Dialog>
  );
}

function SessionList({ walletAddress }: { readonly walletAddress: Address }) {
  const session = useQuery({ ...sessionQuery(), staleTime: 0 });
  const query = useQuery(sessionsQuery());
  const { data: sessions } = query;
  const isOwn = session.data?.walletAddress === walletAddress;
  if (query.isError || session.isError) {
    return <LoadFailed text="Your sessions could not be loaded." query={query} />;
  }
  if (sessions === undefined || session.data === undefined) {
    return <Skeleton $width="100%" $height="4.5rem" />;
  }
  if (sessions === null || !isOwn) {
    return (
      <Muted>
        This wallet is not signed in here. The first thing that you do in the game asks for its
        signature, and begins a session.
      </Muted>
    );
  }
  return <Listed sessions={sessions} />;
}

function Listed({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const queryClient = useQueryClient();
  const own = sessions.filter(({ isCurrent }) => isCurrent);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const ending = useSingleFlight(async (which: ListedSession | 'others') => {
    try {
      await (which === 'others' ? endOtherSessions() : endSession(which.id));
      if (which === 'others') showDone('All other sessions have ended', 'Only this one goes on.');
      else showDone('That session has ended', 'Its cookie opens nothing any more.');
    } catch (error) {
      // It ended in the meantime, which is what was asked for.
      if (!isRefusedAs(error, 'no-such-session')) {
        showFailure('The session has not ended', failureReason(error));
      }
    }
    await queryClient.invalidateQueries(sessionsQuery());
  });
  return (
    <Stack $gap={5}>
      <Sessions>
        {[...own, ...others].map((session) => (
          <Item key={session.id}>
            <div>
              <Strong>{session.device ?? UNKNOWN_DEVICE}</Strong>
              <br />
              <Caption>
                <Phrases>{phrases(phrasesOf(session))}</Phrases>
              </Caption>
            </div>
            {session.isCurrent ? (
              <Badge $tone="action">This one</Badge>
            ) : (
              <Button
                disabled={ending.isRunning}
                aria-label={`End the session: ${[session.device ?? UNKNOWN_DEVICE, ...phrasesOf(session)].join(', ')}`}
                onClick={() => ending.run(session)}
              >
                End
              </Button>
            )}
          </Item>
        ))}
      </Sessions>
      {others.length > 1 && (
        <Row $justify="end">
          <Button tone="loss" pending={ending.isRunning} onClick={() => ending.run('others')}>
            End all others
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** From which network, since when, and when last. */
function phrasesOf({ network, signedInAt, lastUsedAt, isCurrent }: ListedSession): string[] {
  const begun = [network || 'Unknown network', `Signed in ${formatDayTime(new Date(signedInAt))}`];
  if (isCurrent) return [...begun, 'in use now'];
  const used = new Date(lastUsedAt);
  // A use within the hour after it is not written.
  const isRecent = Date.now() - used.getTime() < USE_WRITTEN_EVERY_MS;
  return [...begun, `last used ${isRecent ? 'within the hour' : formatDayTime(used)}`];
}
