/** The button that ends a stake, and its confirmation. */
import { useState, type ComponentProps, type Ref } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import { lateOnPress } from '../ui/late.tsx';
import { UnstakeButton } from '../ui/StakedList.tsx';
import { showToast } from '../ui/toasts/toast.ts';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import type { Checking } from './Checking.tsx';
import { unstaked, unstakingFailed } from './unstaked-words.ts';

const UnstakeDialog = lateOnPress(() =>
  import('./UnstakeDialog.tsx').then((module) => module.UnstakeDialog),
);

const LOCKED = { text: 'Locked' };

export function Unstake({
  player,
  what,
  stake,
  isLocked,
  locked = LOCKED,
  send,
  unanswered,
  ref,
}: {
  readonly player: PlayerNationView;
  /** What it ends: `21,000 DENA`, `2 copies of Italy`. */
  readonly what: string;
  readonly stake: MovedStake;
  readonly isLocked: boolean;
  /** The button's text until then; `label` replaces it for screen readers. */
  readonly locked?: { readonly text: string; readonly label?: string };
  readonly send: () => Promise<unknown>;
  /** A stake's end of which it isn't known whether it went through: until then none can be ended. */
  readonly unanswered: ComponentProps<typeof Checking> | null;
  /** The button. */
  readonly ref?: Ref<HTMLButtonElement>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const end = useSingleFlight(async () => {
    try {
      await send();
    } catch (error) {
      // Whether a lost answer's command went through is told when that is known.
      const isLost = error instanceof Error && error.name === 'AnswerLost';
      if (!isLost) showToast(unstakingFailed(stake.kind, error));
      return;
    }
    showToast(unstaked(stake.kind));
    close();
  });
  return (
    <>
      <UnstakeButton
        ref={ref}
        what={what}
        isLocked={isLocked}
        locked={locked}
        end={{ isRunning: end.isRunning, run: () => setIsAsking(true) }}
      />
      {isAsking && (
        <UnstakeDialog.Component
          player={player}
          what={what}
          stake={stake}
          end={end}
          unanswered={unanswered}
          onClose={close}
          onMissing={close}
        />
      )}
    </>
  );
}
