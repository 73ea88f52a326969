/** What the player has contributed to the work of their nation [WRK1]. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { unitsIn } from '../../../../common/values/works.ts';
import { useWorks } from '../../live/use-works.ts';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { formatCount } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { RESOURCES } from '../../views/resources.ts';
import { shareText, unitsGiven } from '../../views/works/progress.ts';
import { WORK_NAMES, workLabel } from '../../views/works/stage-names.ts';

const Body = styled.div`
  display: grid;
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: var(--space-4);
  align-items: center;

  > svg {
    inline-size: 100%;
  }
`;

const Words = styled.p`
  min-block-size: 3em;

  > strong {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Units = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  grid-column: 1 / -1;
  border-block-start: 1px solid var(--rule);
  padding-block-start: var(--space-3);
  font-variant-numeric: tabular-nums;

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    margin: 0;
    font-weight: 600;
  }

  @media (max-width: 30rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--space-2);
  }
`;

/** @param player null while unknown. */
export function Contribution({ player }: { readonly player: PlayerPageView | null }) {
  const { works } = useWorks();
  const { nationId, contributed } = player ?? {};
  const work = nationId && works[nationId];
  const title = nationId ? `For ${WORK_NAMES[nationId].inText}` : 'For the nation’s work';
  const own = contributed ? unitsIn(contributed) : null;
  return (
    <Panel title={title}>
      <Body aria-busy={player === null || undefined}>
        {nationId ? (
          <Landmark
            nation={nationId}
            stage={work?.stage ?? 0}
            {...(work ? { label: workLabel(nationId, work.stage) } : {})}
          />
        ) : (
          <Skeleton $width="7rem" $height="5.6rem" />
        )}
        <Words>
          {nationId === undefined || own === null ? (
            <Skeleton $width="11rem" />
          ) : own === 0 ? (
            <span>
              Nothing contributed to{' '}
              <Link to={nationPath(nationId)}>{WORK_NAMES[nationId].inText}</Link> yet.
            </span>
          ) : (
            <span>
              <strong>
                <Figure value={own} text={formatCount(own)} />
              </strong>
              <span>{` ${own === 1 ? 'unit' : 'units'}${work ? `, ${shareText(own, unitsGiven(work)) ?? '0%'} of all that ` : ' of what '}`}</span>
              <Link to={nationPath(nationId)}>{WORK_NAMES[nationId].inText}</Link> is built from.
            </span>
          )}
        </Words>
        <Units>
          {RESOURCE_TYPES.map((type) => (
            <div key={type}>
              <dt>{RESOURCES[type].label}</dt>
              <dd>{contributed ? formatCount(contributed[type]) : <Skeleton $width="2.5rem" />}</dd>
            </div>
          ))}
        </Units>
      </Body>
    </Panel>
  );
}
