/**
 * Start Playing [SCR14–17]: connect, look the player up, then the dashboard or the nation choice.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { playerNationQuery } from '../../api/player-nation.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { Grid, Stack } from '../../ui/layout/boxes.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useConnect } from '../../views/use-connect.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const NationDialog = lateOnPress(() =>
  import('./NationPlates.tsx').then((module) => module.NationDialog),
);

/** `pressed`: as soon as the wallet has started. */
type Step = 'idle' | 'pressed' | 'connecting' | 'looking-up' | 'choosing';

export function StartPlaying() {
  const { walletAddress, status } = useWallet();
  const { connect } = useConnect();
  const player = useQuery(playerNationQuery(walletAddress));
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('idle');
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
    setStep((await connect()) ? 'looking-up' : 'idle');
  });

  const isStarting = status === 'starting';
  const run = useEffectEvent(() => start.run());
  useEffect(() => {
    if (step === 'pressed' && !isStarting) run();
  }, [step, isStarting]);

  return (
    <Stack $gap={4}>
      <Grid $min="11rem" $gap={3}>
        <Button
          tone="primary"
          large
          pending={step !== 'idle' && step !== 'choosing'}
          onClick={() => (isStarting ? setStep('pressed') : start.run())}
          onPointerEnter={() => void NationDialog.load()}
        >
          {step === 'connecting' ? 'Waiting for your wallet…' : 'Start Playing'}
        </Button>
        <ButtonLink to="/ranking" large>
          Watch live
        </ButtonLink>
      </Grid>
      {isError && step === 'idle' && (
        <p role="alert" style={{ color: 'var(--fall)' }}>
          Your nation could not be looked up. Press Start Playing again.
        </p>
      )}
      {step === 'choosing' && (
        <NationDialog.Component onClose={() => setStep('idle')} onMissing={() => setStep('idle')} />
      )}
    </Stack>
  );
}
