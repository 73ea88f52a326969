/** The wallet is on another network [TXT15]: said where the next move stands, with the button to switch. */
import { failureReason } from '../../api/failure-text.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { WRONG_NETWORK } from '../../views/wrong-network.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

export function SwitchNetwork() {
  const { switchToMainnet } = useWallet();
  const switchOver = useSingleFlight(async () => {
    try {
      await switchToMainnet();
    } catch (error) {
      showToast({
        title: 'Balance Unavailable',
        description: failureReason(error) ?? WRONG_NETWORK,
        tone: 'destructive',
      });
    }
  });
  return (
    <>
      <p role="alert">{WRONG_NETWORK}</p>
      <Button tone="primary" pending={switchOver.isRunning} onClick={switchOver.run}>
        Switch network
      </Button>
    </>
  );
}
