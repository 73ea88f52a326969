/** Shown if a wallet has no nation yet: the four as they stand, and the dialog to choose one. */
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { lateOnPress } from '../ui/late.tsx';
import { WideNotice } from './WideNotice.tsx';

const NationDialog = lateOnPress(() =>
  import('../features/nation-choice/NationPlates.tsx').then((module) => module.NationDialog),
);

export function NationNeeded({
  otherwise,
  ...notice
}: Omit<ComponentProps<typeof WideNotice>, 'children'> & {
  /** The alternative for a player who chooses none now. */
  readonly otherwise: ReactNode;
}) {
  const [isChoosing, setIsChoosing] = useState(false);
  const close = () => setIsChoosing(false);
  return (
    <>
      <WideNotice {...notice}>
        <Button tone="primary" onClick={() => setIsChoosing(true)}>
          Choose Your Nation
        </Button>
        {otherwise}
      </WideNotice>
      {isChoosing && <NationDialog.Component onClose={close} onMissing={close} />}
    </>
  );
}
