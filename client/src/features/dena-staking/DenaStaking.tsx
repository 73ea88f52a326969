/** The DENA Coin Staking card [SCR30]: the form to stake an amount, and the current stakes. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TwoParts } from '../../ui/StakedList.tsx';
import { Caption } from '../../ui/text.ts';
import { denaText, ledgerOf } from '../../views/dena-ledger.ts';
import { useDenaBalance } from '../../wallet/balances.ts';
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

/** For visitors without a wallet: what an amount would add, and what they need to stake it. */
export function VisitorStaking() {
  return (
    <Panel title="What a stake adds">
      <StakeForm player={null} />
    </Panel>
  );
}
