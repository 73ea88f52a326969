/** The confirmation of an unstake, with its cost: it gives up a figure that took a lock to reach. */
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import { useLockMs } from '../api/stakes.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogFoot } from '../ui/DialogFoot.tsx';
import { Checking } from './Checking.tsx';
import { lockText } from './facts.ts';
import { ForecastTable, type ForecastRow } from './forecast/ForecastTable.tsx';
import { useForecast } from './forecast/use-forecast.ts';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
`;

const Actions = styled(DialogFoot)`
  grid-template-columns: 1fr auto;
  gap: var(--space-3);
`;

const LAND: readonly ForecastRow[] = ['gdp', 'rank', 'presidency', 'territory', 'rates'];

export function UnstakeDialog({
  player,
  what,
  stake,
  end,
  unanswered,
  onClose,
}: {
  readonly player: PlayerNationView;
  /** `21,000 DENA`, `2 copies of Italy`. */
  readonly what: string;
  readonly stake: MovedStake;
  readonly end: { readonly isRunning: boolean; readonly run: () => void };
  readonly unanswered: ComponentProps<typeof Checking> | null;
  readonly onClose: () => void;
}) {
  const lockMs = useLockMs();
  const isLocked = end.isRunning || unanswered !== null;
  const forecast = useForecast(player, { does: 'unstake', stake }, { isHeld: isLocked });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Unstake ${what}?`}
      description={`This is what you give up. Staking it again locks it for ${lockText(lockMs)}.`}
      width="30rem"
    >
      <Body>
        <ForecastTable forecast={forecast} {...(stake.kind === 'national' ? { only: LAND } : {})} />
        {unanswered && !end.isRunning && <Checking {...unanswered} />}
        <Actions>
          <Button tone="loss" pending={isLocked} onClick={end.run}>
            {end.isRunning ? 'Unstaking…' : 'Unstake'}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            Keep it staked
          </Button>
        </Actions>
      </Body>
    </Dialog>
  );
}
