/** The nation's work on the desk [WRK1]: how far it stands, what it takes now, and the player's part in it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import type { ResourceUnits } from '../../../../common/values/resources.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import type { Works } from '../../live/use-works.ts';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { likelyOf, likelyText, shareText, unitsGiven } from '../../views/works/progress.ts';
import { stageTitle, WORK_NAMES, workLabel } from '../../views/works/stage-names.ts';

const Strip = styled.section`
  display: grid;
  grid-template-columns: 7.5rem minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-5);
  align-items: center;
  min-block-size: 8rem;
  padding: var(--space-4) var(--space-5);
  border-block-start: 1px solid var(--rule);

  > svg {
    inline-size: 100%;
  }

  @media (max-width: 48rem) {
    grid-template-columns: 5.5rem minmax(0, 1fr);
    gap: var(--space-3) var(--space-4);
    padding: var(--space-4);
  }
`;

const Name = styled(Link)`
  font-weight: 600;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

const Words = styled.div`
  > p {
    max-inline-size: 64ch;
  }

  > p + p {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-variant-numeric: tabular-nums;
  }
`;

const Give = styled.div`
  display: grid;
  gap: var(--space-1);
  justify-items: end;
  max-inline-size: 17rem;

  > p {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    text-align: end;
    text-wrap: balance;
  }

  @media (max-width: 48rem) {
    grid-column: 1 / -1;
    justify-items: stretch;
    max-inline-size: none;

    > p {
      text-align: start;
    }
  }
`;

export function WorkStrip({
  nationId,
  works: { works, isError, isFetching, refetch },
  contributed,
  give,
}: {
  readonly nationId: NationId;
  readonly works: Works;
  /** By this player. */
  readonly contributed: ResourceUnits;
  /** The button to contribute, and why it is disabled. */
  readonly give: ReactNode;
}) {
  const work = works[nationId];
  const { title, inText } = WORK_NAMES[nationId];
  if (!work) {
    return (
      <Strip aria-label={title} aria-busy={!isError || undefined}>
        <Landmark nation={nationId} stage={0} />
        <Words>
          <p>
            {isError ? (
              <span role="alert">{`What stands of ${inText} could not be loaded.`}</span>
            ) : (
              <Skeleton $width="16rem" />
            )}
          </p>
          <p>{isError ? 'It is safe with the game.' : <Skeleton $width="12rem" />}</p>
        </Words>
        <Give>
          {isError ? (
            <Button pending={isFetching} onClick={refetch}>
              Try again
            </Button>
          ) : (
            give
          )}
        </Give>
      </Strip>
    );
  }
  const isFinished = work.stage === work.stages.length;
  const likely = likelyText(likelyOf(work, work.recent));
  return (
    <Strip aria-label={title}>
      <Landmark nation={nationId} stage={work.stage} label={workLabel(nationId, work.stage)} />
      <Words>
        <p>
          <Name to={nationPath(nationId)} data-tap>
            {title}
          </Name>
          <span>
            {isFinished
              ? ' is finished.'
              : `, ${work.stage} of ${work.stages.length} stages finished. In work: ${stageTitle(nationId, work.stage + 1).toLowerCase()}.`}
          </span>
        </p>
        <p>{ownText(contributed, unitsGiven(work))}</p>
        {likely && <p>{likely}</p>}
      </Words>
      <Give>{give}</Give>
    </Strip>
  );
}

/** `You contributed 1,200 units, 34% of all.` */
function ownText(contributed: ResourceUnits, given: number): string {
  const own = unitsIn(contributed);
  if (own === 0) return 'You have contributed nothing yet.';
  const units = own === 1 ? '1 unit' : `${formatCount(own)} units`;
  const share = shareText(own, given);
  return `You contributed ${units}${share === null ? '' : `, ${share} of all`}.`;
}
