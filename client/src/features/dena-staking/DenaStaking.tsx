/** The DENA Coin Staking card [SCR30]: the form to stake an amount, and the current stakes. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { useRules } from '../../api/config.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TwoParts } from '../../ui/StakedList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack, ButtonRow } from '../../ui/layout/boxes.ts';
import { Caption } from '../../ui/text.ts';
import { showFailure, type FailureText } from '../../ui/toasts/toast.ts';
import { denaText, ledgerOf } from '../../views/dena-ledger.ts';
import { stakeAdds } from '../../views/facts.ts';
import { useDenaBalance } from '../../wallet/balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { StakeForm } from './StakeForm.tsx';
import { StakeList } from './StakeList.tsx';

export function DenaStaking({ player }: { readonly player: PlayerNationView }) {
  const { playerNation } = player;
  const { balanceWei } = useDenaBalance();
  // The wallet's own reading is the newest; until it arrives, use the server's last one.
  const heldWei = balanceWei ?? parseDena(playerNation.denaBalance) ?? 0n;
  const { shortWei } = ledgerOf(heldWei, playerNation);
  return (
    <Panel title="DENA Coin Staking" flush fills>
      <TwoParts>
        <StakeForm player={player} />
        <StakeList player={player}>
          {shortWei > 0n && (
            <Caption as="output" $tone="fall">
              {`Your wallet holds ${denaText(shortWei)} DENA less than is staked and paid for resources. Your newest stakes end unless it comes back.`}
            </Caption>
          )}
        </StakeList>
      </TwoParts>
    </Panel>
  );
}

const NEEDS = 'stake-needs';

/** For visitors without a wallet: what a stake adds, and what the button needs [VAL6, TXT6]. */
export function VisitorStaking() {
  const { isMetaMaskInstalled, status } = useWallet();
  const needs: FailureText = isMetaMaskInstalled
    ? ['Wallet Not Connected', 'Please connect your wallet to stake DENA']
    : ['MetaMask Required', 'Please install MetaMask to stake DENA tokens'];
  return (
    <Stack $gap={3}>
      <p>{`${stakeAdds(useRules())} to your GDP.`}</p>
      <ButtonRow>
        <Button aria-disabled aria-describedby={NEEDS} onClick={() => showFailure(...needs)}>
          Stake DENA
        </Button>
        <Caption id={NEEDS}>{status === 'starting' ? '\u00A0' : needs[1]}</Caption>
      </ButtonRow>
    </Stack>
  );
}
