/** The four nations in a week, best first [SEA4]: what each gained, and its best climber. */
import { css, styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { NARROW, Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHeads, PanelRow, PanelRows, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { NationLink } from '../../views/row-parts.tsx';

const COLUMNS = 'minmax(8.75rem, 1fr) minmax(6.5rem, 1fr) minmax(0, 1fr)';
const HEIGHT = '3.5rem';

const ends = css`
  > :nth-child(n + 2) {
    justify-self: end;
  }
`;

const Heads = styled(PanelHeads)`
  ${ends}
`;

/** On a phone the best climber has a line of their own. */
const Line = styled(PanelRow)`
  ${ends}

  @media ${NARROW} {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--space-1) var(--space-3);
    padding-block: var(--space-3);

    > :last-child {
      grid-column: 1 / -1;
      justify-self: start;
    }
  }
`;

/** @param data undefined while unknown. */
export function WeekNations({ data }: { readonly data: SeasonDetail | undefined }) {
  const nations = data && [...data.season.nations].sort((a, b) => b.gained - a.gained);
  return (
    <Panel title="Nations" flush>
      <Heads $columns={COLUMNS}>
        <span>Nation</span>
        <span>Gained</span>
        <span>Best climber</span>
      </Heads>
      <PanelRows aria-label="Nations" aria-busy={!data}>
        {nations?.map(({ nationId, gained }) => {
          const climber = data?.best.find((one) => one.nationId === nationId);
          return (
            <Line key={nationId} $columns={COLUMNS} $height={HEIGHT}>
              <NationLink nationId={nationId} />
              <BigFigure $size="lead">
                <Figure value={gained} text={formatDeltaDollars(gained)} />
              </BigFigure>
              {climber ? (
                <Row $gap={2}>
                  <Person wallet={climber.walletAddress} name={climber.name} />
                  <Caption>{`#${formatCount(climber.rank)}`}</Caption>
                </Row>
              ) : (
                <Caption>–</Caption>
              )}
            </Line>
          );
        }) ?? (
          <WaitingRows
            count={4}
            columns={COLUMNS}
            widths={['7rem', '5rem', '9rem']}
            height={HEIGHT}
          />
        )}
      </PanelRows>
    </Panel>
  );
}
