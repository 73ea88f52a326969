/** The nation among the four: bars on one scale, each a link to that nation's page. */
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import type { NationStanding } from '../../live/standings.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { panelRow, PanelRows, RowRank } from '../../views/panel-rows.ts';

const Row = styled.li`
  ${panelRow}
  grid-template-columns: 1rem auto minmax(0, 1fr) auto;
  row-gap: 0;
  min-block-size: 4.25rem;
  padding-block: var(--space-2);
`;

/** The link covers the row. */
const Name = styled(Link)`
  font-weight: 500;
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:hover {
    text-decoration: underline;
  }
`;

const Bar = styled.span<{ $colour: string }>`
  grid-column: 2 / -1;
  block-size: 0.5rem;
  background: ${({ $colour }) => $colour};
  transform-origin: left;
  transition: transform var(--motion-slow) var(--ease);
`;

export function FourNations({
  nationId,
  standings,
}: {
  readonly nationId: NationId;
  readonly standings: readonly NationStanding[] | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  useGlide(list, standings?.map((one) => one.nationId).join() ?? '');
  const most = standings?.[0]?.gdp || 1;
  return (
    <Panel title="Among the four" flush>
      <PanelRows ref={list} aria-label="Nations by GDP" aria-busy={!standings || undefined}>
        {standings
          ? standings.map((one) => (
              <Row
                key={one.nationId}
                data-glide={one.nationId}
                data-own={one.nationId === nationId || undefined}
                aria-current={one.nationId === nationId || undefined}
              >
                <RowRank>{one.rank}</RowRank>
                <Flag nation={one.nationId} />
                <Name to={nationPath(one.nationId)}>{one.name}</Name>
                <strong>
                  <Figure value={one.gdp} text={formatDollars(one.gdp)} />
                </strong>
                <Bar
                  $colour={NATION_STYLES[one.nationId].colour}
                  style={{ transform: `scaleX(${one.gdp / most})` }}
                  aria-hidden
                />
              </Row>
            ))
          : NATION_LIST.map(({ id }) => (
              <Row key={id}>
                <Skeleton $width="0.75rem" />
                <Skeleton $width="1.5rem" $height="1rem" />
                <Skeleton $width="7rem" />
                <Skeleton $width="5rem" />
                <span />
              </Row>
            ))}
      </PanelRows>
    </Panel>
  );
}
