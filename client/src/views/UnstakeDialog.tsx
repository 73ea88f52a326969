/**
 * The confirmation of an unstake, with its cost: it gives up a figure that took a lock to reach.
 */
import { useId } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import { durationText } from '../../../common/values/figures.ts';
import { useRules } from '../api/config.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogFoot, FootButtons } from '../ui/DialogFoot.tsx';
import { Stack } from '../ui/layout/boxes.ts';
import { Words } from '../ui/text.ts';
import { Checking } from './Checking.tsx';
import { ForecastTable } from './forecast/ForecastTable.tsx';
import { useForecast } from './forecast/use-forecast.ts';
import type { Command } from './use-command.ts';

export function UnstakeDialog({
  player,
  what,
  stake,
  end: { isRunning, isLocked, checking, whyNot },
  onEnd,
  onClose,
}: {
  readonly player: PlayerNationView;
  /** `21,000 DENA`, `2 × Italy`. */
  readonly what: string;
  readonly stake: MovedStake;
  readonly end: Pick<Command<never>, 'isRunning' | 'isLocked' | 'checking' | 'whyNot'>;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}) {
  const { lockMs } = useRules();
  const whyId = useId();
  const forecast = useForecast(player, { does: 'unstake', stake }, isLocked);
  return (
    <Dialog
      onClose={onClose}
      title={`Unstake ${what}?`}
      description={`Staking it again locks it for ${durationText(lockMs)}.`}
      width="30rem"
    >
      <Stack $gap={4}>
        <ForecastTable forecast={forecast} of={stake.kind} name="What you give up" />
        <DialogFoot>
          {checking && <Checking {...checking} />}
          {whyNot !== null && <Words id={whyId}>{whyNot}</Words>}
          <FootButtons>
            <Button
              tone="loss"
              pending={isLocked}
              disabled={whyNot !== null}
              aria-describedby={whyNot === null ? undefined : whyId}
              onClick={onEnd}
            >
              {isRunning ? 'Unstaking…' : 'Unstake'}
            </Button>
            <Button tone="quiet" onClick={onClose}>
              Keep it staked
            </Button>
          </FootButtons>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
