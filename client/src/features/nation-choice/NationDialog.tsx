/** 'Choose Your Nation' [SCR18–22]. */
import { Dialog } from '../../ui/Dialog.tsx';
import { NationPlates } from './NationPlates.tsx';

export function NationDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Nation"
      description="Each nation has unique bonuses, and more nations will be added. Your choice is permanent. Your wallet asks for a free signature to prove it is yours."
      width="58rem"
    >
      <NationPlates onChosen={() => onOpenChange(false)} />
    </Dialog>
  );
}
