/** The four nations in a week, best first [SEA4]: what each gained, and its best climber. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { nationPath } from '../../views/paths.ts';

const COLUMNS = '3rem minmax(0, 1fr) auto';
const HEIGHT = '4.75rem';

/** As many beside each other as have room, and as high as what stands beside them. */
const Rows = styled(PanelRows)`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
  column-gap: var(--space-4);
  margin-block-start: -1px;
  container-type: inline-size;

  /* Beside each other they have room for words only. */
  @container (width >= 36rem) {
    [data-avatar] {
      display: none;
    }
  }

  > li {
    row-gap: var(--space-1);
    align-content: center;
    border-block-start: 1px solid var(--rule);
  }
`;

const Outline = styled.span`
  grid-row: 1 / 3;
  block-size: 3.25rem;

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;

const NationName = styled(Link)`
  font-weight: 500;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

const Climber = styled(Caption)`
  flex: none;
`;

/** @param data undefined while unknown. */
export function WeekNations({ data }: { readonly data: SeasonDetail | undefined }) {
  const nations = data && [...data.season.nations].sort((a, b) => b.gained - a.gained);
  return (
    <Panel title="Nations" flush fills>
      <Rows aria-label="Nations" aria-busy={!data}>
        {nations?.map(({ nationId, gained }) => {
          const climber = data?.best.find((one) => one.nationId === nationId);
          const share = gained / (nations[0]?.gained || 1);
          const { colour } = NATION_STYLES[nationId];
          return (
            <PanelRow
              key={nationId}
              $columns={COLUMNS}
              $height={HEIGHT}
              // As long as it is beside the most.
              style={{
                background: `linear-gradient(${colour} 0 0) 0 100% / ${100 * share}% 3px no-repeat`,
              }}
            >
              <Outline>
                <NationMap nation={nationId} light={share} small on="--surface-raised" />
              </Outline>
              <NationName data-tap to={nationPath(nationId)}>
                {NATIONS[nationId].name}
              </NationName>
              <BigFigure $size="lead">
                <Figure value={gained} text={formatDeltaDollars(gained)} />
              </BigFigure>
              <Row $gap={2} style={{ gridColumn: '2 / -1' }}>
                <Climber>{climber ? 'Best climber' : 'Nobody has gained yet'}</Climber>
                {climber && (
                  <>
                    <Person wallet={climber.walletAddress} name={climber.name} avatar={20} />
                    <Caption>{`#${formatCount(climber.rank)}`}</Caption>
                  </>
                )}
              </Row>
            </PanelRow>
          );
        }) ?? (
          <WaitingRows
            count={4}
            columns={COLUMNS}
            widths={['3rem', '9rem', '5rem']}
            height={HEIGHT}
          />
        )}
      </Rows>
    </Panel>
  );
}
