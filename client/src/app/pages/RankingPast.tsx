/** The ranking as it was (/ranking?at=…). */
import { instantOf } from '../../../../common/values/instant.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { RankingSkeleton } from '../../features/ranking/RankingSkeleton.tsx';
import { PastRanking } from '../../features/ranking/rewind/PastRanking.tsx';
import { useReplay } from '../../features/ranking/rewind/use-replay.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { rewindLink } from '../../views/rewind-link.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The moment of an address; null if it is none. */
function momentIn(text: string): number | null {
  const atMs = ISO.test(text.trim()) ? instantOf(text.trim()) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** @param framed puts the page's title above. */
export function RankingPast({
  at,
  framed,
}: {
  readonly at: string;
  readonly framed: (children: ReactNode) => ReactNode;
}) {
  const now = useGameNow();
  const { data, isError, isFetching, refetch } = useQuery(nationsHistoryQuery('24h'));
  const atMs = momentIn(at);
  if (atMs === null) return <NoMoment text="The address names no moment." />;
  if (atMs > now() + 1000) return <NoMoment text="That moment is still to come." />;
  if (!data) {
    if (!isError) return framed(<RankingSkeleton />);
    return (
      <Notice
        title="The past cannot be reached just now"
        text="The game server did not answer. Check your connection, then try again."
      >
        <Button tone="primary" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
        <Live />
      </Notice>
    );
  }
  const begunMs = data.begunAt === null ? null : instantOf(data.begunAt);
  if (begunMs === null) return <NoMoment text="The game has not begun: nobody has joined yet." />;
  if (atMs < begunMs) return <BeforeTheGame begunMs={begunMs} />;
  return framed(<Past atMs={atMs} begunMs={begunMs} now={now} />);
}

function Past({
  atMs,
  begunMs,
  now,
}: {
  readonly atMs: number;
  readonly begunMs: number;
  readonly now: () => number;
}) {
  const navigate = useNavigate();
  const { walletAddress } = useWallet();
  const onLive = () => void navigate('/ranking');
  const playing = useReplay({
    startMs: atMs,
    begunMs,
    now,
    onLive,
    onSettled: (moment) =>
      void navigate(rewindLink(moment), { replace: true, preventScrollReset: true }),
  });
  return (
    <PastRanking
      playing={playing}
      begunMs={begunMs}
      nowMs={now()}
      you={walletAddress}
      onLive={onLive}
    />
  );
}

function Live() {
  return (
    <ButtonLink to="/ranking" tone="primary">
      See the ranking now
    </ButtonLink>
  );
}

function NoMoment({ text }: { readonly text: string }) {
  return (
    <Notice title="Which moment?" text={text}>
      <Live />
    </Notice>
  );
}

function BeforeTheGame({ begunMs }: { readonly begunMs: number }) {
  return (
    <Notice
      title="Before the game"
      text={`The game began on ${formatMoment(new Date(begunMs))}. There is no ranking from before.`}
    >
      <ButtonLink to={rewindLink(begunMs)} tone="primary">
        See its first moment
      </ButtonLink>
      <ButtonLink to="/ranking">See the ranking now</ButtonLink>
    </Notice>
  );
}
