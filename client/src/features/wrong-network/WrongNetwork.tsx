/** The wallet is on another network [TXT15]: shown once for the whole page, with a button to switch. */
import { styled } from 'styled-components';
import { failureReason } from '../../api/failure-text.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { WRONG_NETWORK } from '../../views/wrong-network.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  margin-block: var(--space-4);
  padding: var(--space-3) var(--space-4);
  border-inline-start: 3px solid var(--action);
  background: var(--surface-hover);
  text-wrap: balance;
`;

export function WrongNetwork() {
  const { isWrongNetwork, switchToMainnet } = useWallet();
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
  if (!isWrongNetwork) return null;
  return (
    <Box role="alert">
      <span>{WRONG_NETWORK}</span>
      <Button pending={switchOver.isRunning} onClick={switchOver.run}>
        Switch network
      </Button>
    </Box>
  );
}
