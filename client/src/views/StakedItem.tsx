/**
 * A stake in a list: what it brings, the end of its lock, and the button that ends it, once
 * confirmed.
 */
import { Lock } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import { durationText } from '../../../common/values/figures.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { useGameNow } from '../api/config.ts';
import { Button } from '../ui/Button.tsx';
import { lateOnPress } from '../ui/late.tsx';
import { useCountdown } from '../ui/motion/use-tick.ts';
import { StakeRow } from '../ui/StakedList.tsx';
import { showDone, showFailure } from '../ui/toasts/toast.ts';
import { unstakeDena, unstakeNft } from '../wallet/mutations/commands.ts';
import { useShownStake } from './proposals.ts';
import { failedTo, UNSTAKED } from './stake-words.ts';
import { useCommand } from './use-command.ts';

const UnstakeDialog = lateOnPress(() =>
  import('./UnstakeDialog.tsx').then((module) => module.UnstakeDialog),
);

export function StakedItem({
  player,
  stake,
  moved,
  ...row
}: {
  readonly player: PlayerNationView;
  readonly stake: {
    readonly id: StakeId;
    readonly stakedAt: string;
    readonly unstakeableAt: string;
  };
  /** What its end takes away. */
  readonly moved: MovedStake;
} & Omit<ComponentProps<typeof StakeRow>, 'until' | 'isLocked' | 'button'>) {
  const { id: stakeId, stakedAt, unstakeableAt: until } = stake;
  // [LCK1] What it was told, whatever the rules say by now.
  const lockMs = instantOf(until) - instantOf(stakedAt);
  const { what } = row;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const button = useShownStake(stakeId);
  const isLocked = useCountdown(new Date(until), useGameNow()) > 0;
  const ends = {
    done: () => {
      showDone(...UNSTAKED[moved.kind]);
      close();
    },
    failed: (error: unknown) => showFailure(...failedTo('unstake', moved.kind, error)),
  };
  const dena = useCommand(unstakeDena, ends);
  const nft = useCommand(unstakeNft, ends);
  const isDena = moved.kind === 'dena';
  const end = isDena ? dena : nft;
  return (
    <StakeRow
      {...row}
      until={until}
      isLocked={isLocked}
      button={
        <>
          {isLocked ? (
            <Button ref={button} disabled aria-label={isDena ? `Locked: ${what}` : undefined}>
              <Lock size={15} aria-hidden />
              <span>{isDena ? 'Locked' : `Locked (${durationText(lockMs)})`}</span>
            </Button>
          ) : (
            <Button ref={button} onClick={() => setIsAsking(true)} aria-label={`Unstake ${what}`}>
              Unstake
            </Button>
          )}
          {isAsking && (
            <UnstakeDialog.Component
              player={player}
              what={what}
              stake={moved}
              end={end}
              onEnd={() => end.run({ stakeId })}
              onClose={close}
              onMissing={close}
            />
          )}
        </>
      }
    />
  );
}
