/**
 * The nation's work [WRK1]: its landmark as far as it stands, its stages, and who contributed to it. Live.
 */
import { Award } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useWorks } from '../../live/use-works.ts';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { firstFinisherOf } from '../../views/works/first-finisher.ts';
import { likelyOf, likelyText, unitsGiven } from '../../views/works/progress.ts';
import { WORK_NAMES, workLabel } from '../../views/works/stage-names.ts';
import { Contributors } from './Contributors.tsx';
import { StageList } from './StageList.tsx';
import type { NationAnswer } from './use-nation.ts';

const Frame = styled.div`
  margin-block-start: var(--space-6);
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) minmax(0, 4fr);
  gap: var(--space-5) var(--space-6);
  align-items: start;

  /* Without names of players the stages and their bars are as high as this. */
  min-block-size: 24rem;

  @media (max-width: 72rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > :first-child {
      grid-column: 1 / -1;
    }
  }

  @media (max-width: 48rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Plate = styled.figure`
  display: grid;
  gap: var(--space-3);
  margin: 0;

  > div {
    padding: 5px;
    ${neatlineFrame}
    background-color: var(--surface);
  }

  > div > svg {
    display: block;
    inline-size: min(100%, 34rem);
    margin-inline: auto;
    padding: var(--space-4);
  }

  figcaption {
    min-block-size: 3em;
    color: var(--ink-muted);
  }
`;

const Aside = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-3);
  align-items: center;
`;

/** What could not be loaded, and the button to try again. */
export const Failed = styled.div`
  display: grid;
  gap: var(--space-3);
  justify-items: start;
  color: var(--ink-muted);
`;

export function NationWork({
  nationId,
  nation,
  you,
  canContribute,
}: {
  readonly nationId: NationId;
  /** Undefined while unknown. */
  readonly nation: NationAnswer | undefined;
  readonly you: Address | null;
  /** False for players of another nation. */
  readonly canContribute: boolean;
}) {
  const { works, isError, isFetching, refetch } = useWorks();
  const work = works[nationId] ?? nation?.work;
  const { title, inText } = WORK_NAMES[nationId];
  const name = nationInText(nationId);
  if (!work && isError) {
    return (
      <Frame>
        <Panel title={title}>
          <Failed role="alert">
            <span>{`What stands of ${inText} could not be loaded. Check your connection, then try again.`}</span>
            <Button pending={isFetching} onClick={refetch}>
              Try again
            </Button>
          </Failed>
        </Panel>
      </Frame>
    );
  }
  const isFinished = work !== undefined && work.stage === work.stages.length;
  const isFirst = firstFinisherOf(works) === nationId;
  return (
    <Frame>
      <Panel
        title={title}
        aside={
          <Aside>
            {work ? (
              <>
                {isFirst && (
                  <Badge $tone="action">
                    <Award size={14} aria-hidden />
                    The first work ever finished
                  </Badge>
                )}
                <span>
                  {isFinished
                    ? 'Finished'
                    : `${work.stage} of ${work.stages.length} stages finished`}
                </span>
              </>
            ) : (
              <Skeleton $width="9rem" />
            )}
          </Aside>
        }
      >
        <Columns aria-busy={!work || undefined}>
          <Plate>
            <div>
              <Landmark
                nation={nationId}
                stage={work?.stage ?? 0}
                label={work ? workLabel(nationId, work.stage) : title}
              />
            </div>
            <figcaption>
              {work ? (
                <WorkWords
                  {...{ name, inText, isFinished, canContribute }}
                  likely={likelyIn(works[nationId])}
                />
              ) : (
                <Skeleton $width="18rem" />
              )}
            </figcaption>
          </Plate>
          <StageList nationId={nationId} work={work ?? null} />
          <Contributors
            contributors={nation?.contributors ?? null}
            given={work ? unitsGiven(work) : 0}
            you={you}
          />
        </Columns>
      </Panel>
    </Frame>
  );
}

function likelyIn(work: ReturnType<typeof useWorks>['works'][NationId]): string | null {
  return work ? likelyText(likelyOf(work, work.recent)) : null;
}

function WorkWords({
  name,
  inText,
  isFinished,
  canContribute,
  likely,
}: {
  readonly name: string;
  readonly inText: string;
  readonly isFinished: boolean;
  readonly canContribute: boolean;
  /** When the present stage is likely finished; null if that is unknown. */
  readonly likely: string | null;
}) {
  if (isFinished) {
    return <span>{`The players of ${name} have finished ${inText}. It stays.`}</span>;
  }
  return (
    <>
      <span>
        {`The players of ${name} build ${inText} from their resources, in five stages. ${likely ?? ''} `}
      </span>
      {canContribute && <Link to="/dashboard">Contribute yours</Link>}
    </>
  );
}
