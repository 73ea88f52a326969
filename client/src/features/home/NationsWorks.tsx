/** The nations' works [WRK1]: each landmark as far as it stands, live. */
import { Award } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { useWorks } from '../../live/use-works.ts';
import type { KnownWork } from '../../live/works.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { firstFinisherOf } from '../../views/works/first-finisher.ts';
import { fractionOf, presentStage } from '../../views/works/progress.ts';
import { stageTitle, WORK_NAMES, workLabel } from '../../views/works/stage-names.ts';

const Head = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-block-end: var(--space-6);

  > p {
    max-inline-size: 64ch;
    color: var(--ink-muted);
  }
`;

const Title = styled.h2`
  font-size: var(--text-title);
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-6) var(--space-5);

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  @media (max-width: 40rem) {
    gap: var(--space-5) var(--space-4);
  }
`;

const Work = styled(Link)`
  display: grid;
  gap: var(--space-3);
  color: inherit;
  text-decoration: none;

  > svg {
    inline-size: 100%;
  }

  &:hover h3 {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
`;

const Name = styled.h3`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--text-lead);
`;

const State = styled.p`
  min-block-size: 3em;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > span {
    display: flex;
    gap: var(--space-1);
    align-items: center;
  }

  svg {
    color: var(--action);
  }
`;

const Note = styled.div`
  display: grid;
  gap: var(--space-3);
  justify-items: start;
  color: var(--ink-muted);
`;

export function NationsWorks() {
  const { works, isError, isFetching, refetch } = useWorks();
  const isKnown = Object.keys(works).length > 0;
  const first = firstFinisherOf(works);
  return (
    <section aria-labelledby="works">
      <Head>
        <Title id="works">What the nations build</Title>
        <p>
          Each nation engraves its landmark in five stages, from the wood, oil, food and technology
          that its players contribute.
        </p>
      </Head>
      {!isKnown && isError ? (
        <Note role="alert">
          The works could not be loaded. Check your connection, then try again.
          <Button pending={isFetching} onClick={refetch}>
            Try again
          </Button>
        </Note>
      ) : (
        <List aria-busy={!isKnown || undefined}>
          {NATION_LIST.map(({ id }) => (
            <li key={id}>
              <NationsWork nationId={id} work={works[id] ?? null} isFirst={first === id} />
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

function NationsWork({
  nationId,
  work,
  isFirst,
}: {
  readonly nationId: NationId;
  /** Null while unknown. */
  readonly work: KnownWork | null;
  readonly isFirst: boolean;
}) {
  return (
    <Work to={nationPath(nationId)}>
      <Landmark
        nation={nationId}
        stage={work?.stage ?? 0}
        {...(work ? { label: workLabel(nationId, work.stage) } : {})}
      />
      <Name>
        <Flag nation={nationId} height={18} />
        <span>{WORK_NAMES[nationId].title}</span>
      </Name>
      <State>
        {work ? (
          <StateWords nationId={nationId} work={work} isFirst={isFirst} />
        ) : (
          <Skeleton $width="9rem" />
        )}
      </State>
    </Work>
  );
}

function StateWords({
  nationId,
  work,
  isFirst,
}: {
  readonly nationId: NationId;
  readonly work: KnownWork;
  readonly isFirst: boolean;
}) {
  const stage = presentStage(work);
  if (!stage) {
    return (
      <span>
        {isFirst && <Award size={16} aria-hidden />}
        <span>{isFirst ? 'Finished, the first of all' : 'Finished'}</span>
      </span>
    );
  }
  return (
    <>
      <span>{`${work.stage} of ${work.stages.length} stages finished`}</span>
      <span>{`${stageTitle(nationId, work.stage + 1)}: ${Math.floor(fractionOf(stage) * 100)}%`}</span>
    </>
  );
}
