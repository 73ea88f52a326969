/** Contribute [WRK1]: choose a resource and a quantity, see what it does to the work, give it. */
import { useId, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { unitsIn, type Work } from '../../../../common/values/works.ts';
import { failureText } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { formatCount } from '../../ui/format.ts';
import { QuantityField, QuantityWords } from '../../ui/QuantityField.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Checking } from '../../views/Checking.tsx';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { RESOURCES } from '../../views/resources.ts';
import { shareText, unitsGiven } from '../../views/works/progress.ts';
import { finishedText, stageTitle, WORK_NAMES } from '../../views/works/stage-names.ts';
import { useContribute } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { missingText, mostGivable, outcomeOf, whyNot } from './contribute-form.ts';
import { Choices, Form, Hint, Sum } from './dialog-parts.ts';
import { ResourceChoice } from './ResourceChoice.tsx';

const INITIAL_QUANTITY = 50;

const Quantity = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  align-items: center;
  gap: var(--space-2);

  > label {
    font-weight: 500;
  }
`;

const Words = styled(QuantityWords)`
  grid-column: 1 / -1;
`;

/** It changes neither GDP nor rank, as the same table shows for every decision. */
const CONTRIBUTION = { does: 'trade' } as const;
const HINT = 'For good: what is contributed does not come back.';

export function ContributeDialog({
  player,
  units,
  work,
  onClose,
}: {
  readonly player: PlayerNationView;
  /** How many units of each the player has. */
  readonly units: ResourceUnits;
  readonly work: Work;
  readonly onClose: () => void;
}) {
  const { nationId, contributed } = player.playerNation;
  const [type, setType] = useState<ResourceType | null>(null);
  const most = type === null ? 0 : mostGivable(work, units, type);
  const quantity = useQuantity(INITIAL_QUANTITY, { min: 0, max: most, step: 1 });
  const forecast = useForecast(player, CONTRIBUTION);
  const quantityId = useId();
  const wordsId = useId();
  const hintId = useId();
  const contribute = useContribute();
  const unanswered = useUnanswered('/api/works', onClose);
  const { value, problem } = quantity;
  const { inText } = WORK_NAMES[nationId];
  const reason = whyNot(work, units, type, value, problem);

  const give = useSingleFlight(async (resourceType: ResourceType) => {
    const stageBefore = work.stage;
    try {
      const answer = await contribute.mutateAsync({ resourceType, quantity: value });
      const finished = answer.work.stages
        .map((_, i) => i + 1)
        .filter((stage) => stage > stageBefore && stage <= answer.work.stage);
      showToast({
        title: 'Contribution Successful!',
        description:
          `You contributed ${formatCount(value)} ${resourceType} to ${inText}` +
          (finished.length > 0 ? `. Finished: ${finishedText(nationId, finished)}!` : ''),
        tone: 'success',
      });
    } catch (error) {
      if (error instanceof AnswerLost) return;
      showToast({
        title: 'Contribution Failed',
        description: failureText(error, 'Failed to contribute'),
        tone: 'destructive',
      });
      return;
    }
    onClose();
  });

  const isLocked = give.isRunning || unanswered !== null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (type !== null && reason === null && !isLocked) give.run(type);
  };
  const isFixed = type === null || most === 0 || isLocked;
  const isBlocked = reason !== null && !isLocked;
  return (
    <Dialog
      open
      tall
      onOpenChange={(open) => !open && onClose()}
      title="Contribute"
      description={`Your resources build ${inText}, together with those of your nation’s other players. What a stage doesn’t need counts for the next one.`}
      width="38rem"
    >
      <Form onSubmit={onSubmit} noValidate>
        <Choices disabled={isLocked}>
          <legend>Resource</legend>
          {RESOURCE_TYPES.map((each) => (
            <ResourceChoice
              key={each}
              type={each}
              detail={missingText(work, each)}
              units={units[each]}
              isChosen={type === each}
              onChoose={() => setType(each)}
            />
          ))}
        </Choices>
        <Quantity>
          <label htmlFor={quantityId}>Quantity</label>
          <QuantityField
            id={quantityId}
            label="units"
            quantity={quantity}
            disabled={isFixed}
            describedBy={wordsId}
          />
          <Button
            disabled={isFixed || (value === most && problem === null)}
            onClick={() => quantity.set(most)}
          >
            Max
          </Button>
          <Words id={wordsId} quantity={quantity} />
        </Quantity>
        <Changes
          {...{ nationId, work, units, type, contributed }}
          quantity={reason === null ? value : null}
        />
        <ForecastTable forecast={forecast} />
        <DialogFoot>
          <Button
            type="submit"
            tone="primary"
            pending={isLocked}
            disabled={isBlocked}
            aria-describedby={hintId}
          >
            {give.isRunning
              ? 'Contributing…'
              : type !== null && reason === null
                ? `Contribute ${formatCount(value)} ${type}`
                : 'Contribute'}
          </Button>
          {unanswered && !give.isRunning ? (
            <Checking id={hintId} {...unanswered} />
          ) : (
            // What is wrong with a quantity is said beside its field.
            <Hint id={hintId} $isProblem={isBlocked && type !== null}>
              {isBlocked ? (problem === null || most === 0 ? reason : null) : HINT}
            </Hint>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** Before → after: the player's store, the stage in work, and the player's share of the whole. */
function Changes({
  nationId,
  work,
  units,
  type,
  contributed,
  quantity,
}: {
  readonly nationId: PlayerNationView['playerNation']['nationId'];
  readonly work: Work;
  readonly units: ResourceUnits;
  readonly type: ResourceType | null;
  readonly contributed: ResourceUnits;
  /** Null if nothing can be contributed as it stands. */
  readonly quantity: number | null;
}) {
  const outcome = type === null ? null : outcomeOf(work, type, quantity ?? 0);
  const given = unitsGiven(work);
  const own = unitsIn(contributed);
  return (
    <Sum>
      <div>
        <dt>{type === null ? 'Resource' : `Your ${type}`}</dt>
        <dd>
          <span>{type === null ? '–' : formatCount(units[type])}</span>
          {type !== null && quantity !== null && (
            <span>{` → ${formatCount(units[type] - quantity)}`}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>
          <span>{stageTitle(nationId, work.stage + 1)}</span>
          {type !== null && <span>{`: ${RESOURCES[type].label.toLowerCase()}`}</span>}
        </dt>
        <dd>
          <span>{outcome ? formatCount(outcome.stage.before) : '–'}</span>
          {outcome && quantity !== null && <span>{` → ${formatCount(outcome.stage.after)}`}</span>}
          {outcome && <span>{` of ${formatCount(outcome.stage.need)}`}</span>}
          {outcome && outcome.beyond > 0 && (
            <span>{`, ${formatCount(outcome.beyond)} beyond`}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Your share of the work</dt>
        <dd>
          <span>{shareText(own, given) ?? '–'}</span>
          {quantity !== null && (
            <span>{` → ${shareText(own + quantity, given + quantity) ?? '–'}`}</span>
          )}
        </dd>
      </div>
    </Sum>
  );
}
