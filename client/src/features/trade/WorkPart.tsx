/** The nation's landmark on the desk [WRK1]: how far it stands, why one builds it, the player's part, and the button. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import type { ResourceUnits } from '../../../../common/values/resources.ts';
import { unitsIn, type Work } from '../../../../common/values/works.ts';
import { Caption } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';
import { shareText, unitsGiven, unitsText } from '../../views/works/progress.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark, WorkState } from '../../views/works/WorkLandmark.tsx';
import { WHAT_IT_GIVES } from './contribute-form.ts';

const Part = styled.section`
  display: grid;
  grid-template-columns: 5.5rem minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  padding: var(--space-3) var(--card-gutter);

  > p {
    grid-column: 2 / -1;
  }

  @media (max-width: 30rem) {
    grid-template-columns: 4rem minmax(0, 1fr);

    > button,
    > p {
      grid-column: 1 / -1;
    }
  }
`;

export function WorkPart({
  nationId,
  work,
  isError,
  contributed,
  children,
}: {
  readonly nationId: NationId;
  /** Null while it is unknown. */
  readonly work: Work | null;
  readonly isError: boolean;
  /** By this player. */
  readonly contributed: ResourceUnits;
  /** The button to contribute, and why it is disabled. */
  readonly children: ReactNode;
}) {
  const { title, inText } = WORK_NAMES[nationId];
  const own = unitsIn(contributed);
  const isUnread = isError && !work;
  return (
    <Part aria-label={title} aria-busy={(!work && !isError) || undefined}>
      <WorkLandmark nationId={nationId} work={work} />
      <div>
        {isUnread ? (
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
      {children}
    </Part>
  );
}
