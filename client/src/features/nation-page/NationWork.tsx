/** The nation's landmark [WRK1] as far as it stands, its stages, and who contributed. Live. */
import { Award, Check } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ContributorView } from '../../../../common/protocol/nations.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import type { Work } from '../../../../common/values/works.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { useWorks } from '../../live/use-works.ts';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { BelowNote } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Muted, Strong } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { firstFinisherOf, shareText, unitsGiven } from '../../views/works/progress.ts';
import { Needs } from '../../views/works/Needs.tsx';
import { stageTitle, WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark, workFailedText } from '../../views/works/WorkLandmark.tsx';
import type { NationAnswer } from './use-nation.ts';

const CONTRIBUTORS = 3;

const Container = styled.div`
  container-type: inline-size;
`;

/** The landmark above what it needs; beside it in a wide panel, small in that of a phone. */
const Body = styled.div`
  display: grid;
  gap: var(--space-3) var(--space-5);
  padding: var(--card-gutter);

  > :first-child {
    align-self: start;
    padding: 5px;
    ${neatlineFrame}

    > svg {
      display: block;
      inline-size: 100%;
      max-block-size: 15rem;
      padding: var(--space-3);
    }
  }

  @container (min-width: 48rem) {
    grid-template: auto 1fr / minmax(0, 2fr) minmax(0, 3fr);

    > :first-child {
      grid-row: span 2;
    }
  }

  @container (max-width: 26rem) {
    grid-template-columns: 7rem minmax(0, 1fr);

    > ol {
      grid-column: 1 / -1;
    }
  }
`;

const Stage = styled.li`
  display: grid;
  grid-template-columns: 1.5rem minmax(0, 1fr) auto;
  gap: var(--space-2);
  align-items: center;
  padding-block: var(--space-2);
  border-block-start: 1px solid var(--rule);

  > ul {
    grid-column: 2 / -1;
  }

  @media (max-width: 40rem) {
    > ul {
      grid-column: 1 / -1;
    }
  }
`;

export function NationWork({
  nationId,
  nation,
}: {
  readonly nationId: NationId;
  /** Undefined while unknown. */
  readonly nation: NationAnswer | undefined;
}) {
  const query = useWorks();
  const { works, isError } = query;
  const own = useOwnRow();
  const work = works[nationId] ?? nation?.work ?? null;
  const { title, inText } = WORK_NAMES[nationId];
  if (!work && isError) {
    return (
      <Panel title={title}>
        <LoadFailed text={workFailedText(nationId)} query={query} />
      </Panel>
    );
  }
  const isFinished = work?.stage === work?.stages.length;
  const players = `The players of ${nationInText(nationId)}`;
  return (
    <Panel
      title={title}
      flush
      aside={
        work ? (
          <Row as="span" $gap={[1, 3]} $wrap>
            {firstFinisherOf(works) === nationId && (
              <Badge $tone="action">
                <Award size={14} aria-hidden />
                The first landmark ever finished
              </Badge>
            )}
            <span>
              {isFinished ? 'Finished' : `${work.stage} of ${work.stages.length} stages finished`}
            </span>
          </Row>
        ) : (
          <Skeleton $width="9rem" />
        )
      }
    >
      <Container>
        <Body aria-busy={!work || undefined}>
          <div>
            <WorkLandmark nationId={nationId} work={work} />
          </div>
          <Muted>
            {!work ? (
              <Skeleton $width="16rem" />
            ) : isFinished ? (
              <span>{`${players} have finished ${inText}. It stays.`}</span>
            ) : (
              <>
                <span>{`${players} build ${inText} from their resources. `}</span>
                {own?.nationId === nationId && <Link to="/dashboard">Contribute yours</Link>}
              </>
            )}
          </Muted>
          <ol aria-label="Stages" aria-busy={!work || undefined}>
            {work ? (
              <Stages nationId={nationId} work={work} />
            ) : (
              <Skeleton $width="100%" $height="12rem" />
            )}
          </ol>
        </Body>
      </Container>
      <Contributors
        contributors={nation?.contributors ?? null}
        given={work ? unitsGiven(work) : 0}
      />
    </Panel>
  );
}

/** The finished ones, and the one in work with what it needs. */
function Stages({ nationId, work }: { readonly nationId: NationId; readonly work: Work }) {
  return work.stages.slice(0, work.stage + 1).map(({ need, have, completedAt }, i) => {
    const title = stageTitle(nationId, i + 1);
    const isFinished = i < work.stage;
    return (
      <Stage key={title}>
        {isFinished ? (
          <Check size={18} color="var(--rise)" aria-label="Finished:" />
        ) : (
          <Caption>{i + 1}</Caption>
        )}
        <Strong as="b">{title}</Strong>
        {completedAt ? (
          <Caption as="time" dateTime={completedAt}>
            {formatDayTime(new Date(completedAt))}
          </Caption>
        ) : (
          <Caption>{isFinished ? 'Finished' : 'Being built'}</Caption>
        )}
        {!isFinished && (
          <Needs need={need} have={have} label={`What ${title.toLowerCase()} needs`} />
        )}
      </Stage>
    );
  });
}

/** Who brought the most, with their part of it all. */
function Contributors({
  contributors,
  given,
}: {
  /** Best first; null while unknown. */
  readonly contributors: readonly ContributorView[] | null;
  /** All units that the nation's players contributed. */
  readonly given: number;
}) {
  return (
    <BelowNote as="section" aria-label="Who brought the most">
      {!contributors ? (
        <Skeleton $width="14rem" />
      ) : contributors.length === 0 ? (
        'Nobody has contributed yet.'
      ) : (
        <>
          <span>Most by </span>
          {contributors.slice(0, CONTRIBUTORS).map(({ walletAddress, name, total }, i) => (
            <Fragment key={walletAddress}>
              {i > 0 && <span>, </span>}
              <Person wallet={walletAddress} name={name} avatar={0} />
              <span>{` ${formatCount(total)} (${shareText(total, given) ?? '0%'})`}</span>
            </Fragment>
          ))}
        </>
      )}
    </BelowNote>
  );
}
