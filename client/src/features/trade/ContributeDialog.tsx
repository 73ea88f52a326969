/** Contribute [WRK1]: choose a resource and a quantity, see what it does to the landmark, give it. */
import { useState } from 'react';
import { failureText } from '../../../../client-kit/api/api-error.ts';
import type { Work } from '../../../../common/values/works.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { finishedText, stageTitle, WORK_NAMES } from '../../../../common/values/work-names.ts';
import { useCommand } from '../../views/use-command.ts';
import { contribute } from '../../wallet/mutations/commands.ts';
import {
  missingText,
  mostGivable,
  mostUseful,
  outcomeText,
  WHAT_IT_GIVES,
  whyNot,
} from './contribute-form.ts';
import { ResourcesDialog } from './ResourcesDialog.tsx';
import type { ResourcesDialogProps } from './TradeDialog.tsx';

export function ContributeDialog({
  player,
  units,
  work,
  onClose,
}: ResourcesDialogProps & { readonly work: Work }) {
  const { nationId } = player.playerNation;
  const [type, setType] = useState(() => mostUseful(work, units));
  const most = type === null ? 0 : mostGivable(work, units, type);
  // None at first: what is given does not come back.
  const quantity = useQuantity(0, { min: 0, max: most, step: 1 });
  const { value, problem } = quantity;
  const { inText } = WORK_NAMES[nationId];
  const reason = whyNot(work, units, type, value, problem);
  const given = reason === null ? value : null;

  const give = useCommand(contribute, {
    done(answer, { resourceType, quantity: given }) {
      const finished = answer.work.stages
        .map((_, i) => i + 1)
        .filter((stage) => stage > work.stage && stage <= answer.work.stage);
      showDone(
        'Contribution Successful!',
        `You contributed ${formatCount(given)} ${resourceType} to ${inText}` +
          (finished.length > 0 ? `. Finished: ${finishedText(nationId, finished)}!` : ''),
      );
      onClose();
    },
    failed: (error) =>
      showFailure('Contribution Failed', failureText(error, 'Failed to contribute')),
    doneLate: onClose,
  });

  return (
    <ResourcesDialog
      title="Contribute"
      description={`Your nation builds ${inText} together. ${WHAT_IT_GIVES}`}
      detailOf={(each) => missingText(work, each)}
      unitsAfter={type !== null && given !== null ? units[type] - given : null}
      units={units}
      type={type}
      onChoose={setType}
      quantity={quantity}
      most={most}
      facts={[
        {
          label: stageTitle(nationId, work.stage + 1) + (type === null ? '' : `: ${type}`),
          value: type === null ? '–' : outcomeText(work, type, given),
        },
      ]}
      terms="For good: what is contributed does not come back."
      reason={reason}
      action={
        give.isRunning
          ? 'Contributing…'
          : type !== null && given !== null
            ? `Contribute ${formatCount(given)} ${type}`
            : 'Contribute'
      }
      command={give}
      onSend={(resourceType) => give.run({ resourceType, quantity: value })}
      onClose={onClose}
    />
  );
}
