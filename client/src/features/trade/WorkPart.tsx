/**
 * The nation's landmark on the desk [WRK1]: how far it stands, why one builds it, the player's
 * part, and the button that contributes what it lacks most of what they have.
 */
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureText } from '../../../../client-kit/api/api-error.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import type { ResourceUnits } from '../../../../common/values/resources.ts';
import { unitsIn, type Work } from '../../../../common/values/works.ts';
import { Button } from '../../ui/Button.tsx';
import { Caption } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { Checking } from '../../views/Checking.tsx';
import { nationPath } from '../../views/paths.ts';
import { useCommand } from '../../views/use-command.ts';
import { presentStage, shareText, unitsGiven, unitsText } from '../../views/works/progress.ts';
import { finishedText, WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark, WorkState } from '../../views/works/WorkLandmark.tsx';
import { contribute } from '../../wallet/mutations/commands.ts';
import { nextContribution, WHAT_IT_GIVES } from './contribution.ts';

const Part = styled.section`
  display: grid;
  grid-template-columns: 5.5rem minmax(0, 1fr);
  gap: var(--space-2) var(--space-4);
  align-content: start;
  padding: var(--space-3) var(--card-gutter);

  > :nth-child(n + 3) {
    grid-column: 2;
    justify-self: start;
  }

  @media (max-width: 30rem) {
    grid-template-columns: 4rem minmax(0, 1fr);

    > :nth-child(n + 3) {
      grid-column: 1 / -1;
      justify-self: stretch;
    }
  }
`;

export function WorkPart({
  player,
  units,
  work,
  query: { isError, isFetching, refetch },
}: {
  readonly player: PlayerNationView;
  /** How many units of each resource the player has. */
  readonly units: ResourceUnits;
  /** Null while it is unknown. */
  readonly work: Work | null;
  readonly query: {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => void;
  };
}) {
  const { nationId, contributed } = player.playerNation;
  const termsId = useId();
  const { title, inText } = WORK_NAMES[nationId];
  const own = unitsIn(contributed);
  const next = work && nextContribution(work, units);
  const give = useCommand(contribute, {
    done(answer, { resourceType, quantity }) {
      const finished = answer.work.stages
        .map((_, i) => i + 1)
        .filter((stage) => work && stage > work.stage && stage <= answer.work.stage);
      showDone(
        'Contribution Successful!',
        `You contributed ${formatCount(quantity)} ${resourceType} to ${inText}` +
          (finished.length > 0 ? `. Finished: ${finishedText(nationId, finished)}!` : ''),
      );
    },
    failed: (error) =>
      showFailure('Contribution Failed', failureText(error, 'Failed to contribute')),
  });
  const { isLocked, checking, whyNot } = give;
  const given = isLocked ? give.variables : next;
  return (
    <Part aria-label={title} aria-busy={(!work && !isError) || undefined}>
      <WorkLandmark nationId={nationId} work={work} />
      <div>
        {isError && !work ? (
          <span role="alert">{`What stands of ${inText} could not be loaded.`}</span>
        ) : (
          <Link to={nationPath(nationId)} data-tap>
            {title}
          </Link>
        )}
        <Caption as="p">{WHAT_IT_GIVES}</Caption>
        <Caption as="div">
          <WorkState nationId={nationId} work={work} />
        </Caption>
        {work && own > 0 && (
          <Caption as="div">
            {`You contributed ${unitsText(own)}, ${shareText(own, unitsGiven(work)) ?? '0%'} of all.`}
          </Caption>
        )}
      </div>
      {isError && !work ? (
        <Button pending={isFetching} onClick={refetch}>
          Try again
        </Button>
      ) : (
        <Button
          disabled={!isLocked && (!next || whyNot !== null)}
          pending={isLocked}
          aria-describedby={termsId}
          onClick={() => next && give.run(next)}
        >
          {given ? `Contribute ${formatCount(given.quantity)} ${given.resourceType}` : 'Contribute'}
        </Button>
      )}
      {checking ? (
        <Checking id={termsId} {...checking} />
      ) : (
        work && (
          <Caption as="p" id={termsId}>
            {whyNot ?? (next || isLocked ? 'You can’t take it back.' : whyNothing(work))}
          </Caption>
        )
      )}
    </Part>
  );
}

function whyNothing(work: Work): string {
  return presentStage(work)
    ? 'You have nothing that the landmark needs. Resources accrue by the hour, or trade for some.'
    : 'The landmark is finished. Keep your resources.';
}
