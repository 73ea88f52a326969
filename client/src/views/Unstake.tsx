/** The button that ends a stake, and its confirmation. */
import { useState, type Ref } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { MovedStake } from '../../../common/rules/what-if.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import { lateOnPress } from '../ui/late.tsx';
import { UnstakeButton } from '../ui/StakedList.tsx';
import { showDone, showFailure } from '../ui/toasts/toast.ts';
import { unstakeDena, unstakeNft } from '../wallet/mutations/commands.ts';
import { failedTo, UNSTAKED } from './stake-words.ts';
import { useCommand } from './use-command.ts';

const UnstakeDialog = lateOnPress(() =>
  import('./UnstakeDialog.tsx').then((module) => module.UnstakeDialog),
);

export function Unstake({
  player,
  stakeId,
  what,
  stake,
  isLocked,
  locked,
  ref,
}: {
  readonly player: PlayerNationView;
  readonly stakeId: StakeId;
  /** What it ends: `21,000 DENA`, `2 copies of Italy`. */
  readonly what: string;
  readonly stake: MovedStake;
  readonly isLocked: boolean;
  /** The button's text until then; `label` replaces it for screen readers. */
  readonly locked: { readonly text: string; readonly label?: string };
  /** The button. */
  readonly ref: Ref<HTMLButtonElement>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const ends = {
    done: () => {
      showDone(...UNSTAKED[stake.kind]);
      close();
    },
    failed: (error: unknown) => showFailure(...failedTo('unstake', stake.kind, error)),
  };
  const dena = useCommand(unstakeDena, ends);
  const nft = useCommand(unstakeNft, ends);
  const end = stake.kind === 'dena' ? dena : nft;
  return (
    <>
      <UnstakeButton
        ref={ref}
        what={what}
        isLocked={isLocked}
        locked={locked}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <UnstakeDialog.Component
          player={player}
          what={what}
          stake={stake}
          end={end}
          onEnd={() => end.run({ stakeId })}
          onClose={close}
          onMissing={close}
        />
      )}
    </>
  );
}
