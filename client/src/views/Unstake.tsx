/** The button that ends a stake, and its confirmation. */
import { useState, type ComponentProps, type Ref } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import { lateOnPress } from '../ui/late.tsx';
import { UnstakeButton } from '../ui/StakedList.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import type { Checking } from './Checking.tsx';

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
  attempt,
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
  /** Ends it and reports the outcome in a toast; resolves to whether it has ended. */
  readonly attempt: () => Promise<boolean>;
  /** A stake's end of which it isn't known whether it went through: until then none can be ended. */
  readonly unanswered: ComponentProps<typeof Checking> | null;
  /** The button. */
  readonly ref?: Ref<HTMLButtonElement>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const end = useSingleFlight(async () => {
    if (await attempt()) close();
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
