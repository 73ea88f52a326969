/** Start Playing [SCR14–17]: connect, look the player up, then the dashboard or the nation choice. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { playerNationQuery } from '../../api/player-nation.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { sayConnectionFailed } from '../../views/connection-failed.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const NationDialog = lateOnPress(() =>
  import('./NationDialog.tsx').then((module) => module.NationDialog),
);

const NoWallet = lazy(() =>
  import('../../views/NoWallet.tsx').then((module) => ({ default: module.NoWallet })),
);

type Step = 'idle' | 'connecting' | 'looking-up' | 'choosing';

const Block = styled.div`
  display: grid;
  gap: var(--space-2);
  justify-items: start;

  @media (max-width: 30rem) {
    justify-items: stretch;
  }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-3);

  @media (max-width: 30rem) {
    flex-direction: column;
  }
`;

const Problem = styled.p`
  color: var(--fall);
`;

export function StartPlaying({ className }: { readonly className?: string }) {
  const { walletAddress, connect, status, isMetaMaskInstalled } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress));
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('idle');
  const [hasFailed, setHasFailed] = useState(false);
  const { data, isFetching } = player;
  const isError = player.isError && data === undefined;

  // The button was pressed and the lookup has ended, so the player's next page is known.
  if (step === 'looking-up' && isError && !isFetching) setStep('idle');
  if (step === 'looking-up' && data === null) setStep('choosing');
  const isReady = step === 'looking-up' && Boolean(data);
  useEffect(() => {
    if (isReady) void navigate('/dashboard');
  }, [isReady, navigate]);

  const start = useSingleFlight(async () => {
    void NationDialog.load();
    if (isError) void player.refetch();
    if (walletAddress) {
      setStep('looking-up');
      return;
    }
    setStep('connecting');
    const outcome = await connect();
    setStep(outcome === 'connected' ? 'looking-up' : 'idle');
    setHasFailed(outcome === 'failed');
    if (outcome === 'failed' || outcome === 'pending') sayConnectionFailed(outcome);
  });

  const isWaiting = step === 'connecting' || step === 'looking-up';
  return (
    <Block className={className}>
      <Ways>
        <Button
          tone="primary"
          large
          pending={isWaiting}
          disabled={status === 'starting'}
          onClick={start.run}
          onPointerEnter={() => void NationDialog.load()}
        >
          {step === 'connecting' ? 'Waiting for your wallet…' : 'Start Playing'}
        </Button>
        <ButtonLink to="/ranking" large>
          Watch live
        </ButtonLink>
      </Ways>
      {hasFailed && !isMetaMaskInstalled && (
        <Suspense>
          <NoWallet />
        </Suspense>
      )}
      {isError && step === 'idle' && (
        <Problem role="alert">
          Your nation could not be looked up. Press Start Playing again.
        </Problem>
      )}
      {step === 'choosing' && (
        <NationDialog.Component
          open
          onOpenChange={(open) => !open && setStep('idle')}
          onMissing={() => setStep('idle')}
        />
      )}
    </Block>
  );
}
