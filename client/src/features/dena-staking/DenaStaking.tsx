/** The DENA Coin Staking card [SCR30]: the form to stake an amount, and the current stakes. */
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { useLockMs } from '../../api/stakes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { LAST_VERIFIED, ledgerOf } from '../../views/dena-ledger.ts';
import { DenaBar } from '../../views/DenaBar.tsx';
import { lockText, STAKE_ADDS } from '../../views/facts.ts';
import { useDenaBalance } from '../../wallet/dena-balance.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { StakeForm } from './StakeForm.tsx';
import { StakeList } from './StakeList.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  > * {
    padding: var(--space-5);
  }

  > * + * {
    border-inline-start: 1px solid var(--rule);
  }

  @media (max-width: 56rem) {
    grid-template-columns: minmax(0, 1fr);

    > * + * {
      border-inline-start: 0;
      border-block-start: 1px solid var(--rule);
    }
  }

  @media (max-width: 30rem) {
    > * {
      padding: var(--space-4);
    }
  }
`;

const Ledger = styled(DenaBar)`
  padding: var(--space-4) var(--space-5);
  border-block-end: 1px solid var(--rule);

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

export function DenaStaking({ player }: { readonly player: PlayerNationView }) {
  const { playerNation } = player;
  const { balanceWei, problem } = useDenaBalance();
  const { isWrongNetwork } = useWallet();
  const lockMs = useLockMs();
  // The wallet's own reading is the newest; until it arrives, use the server's last one.
  const heldWei = balanceWei ?? parseDena(playerNation.denaBalance) ?? 0n;
  return (
    <Panel title="DENA Coin Staking" aside={`${STAKE_ADDS} · locked for ${lockText(lockMs)}`} flush>
      <Ledger
        ledger={ledgerOf(heldWei, playerNation)}
        {...(problem !== null || isWrongNetwork ? { note: LAST_VERIFIED } : {})}
      />
      <Columns>
        <StakeForm player={player} />
        <StakeList walletAddress={playerNation.walletAddress} />
      </Columns>
    </Panel>
  );
}
