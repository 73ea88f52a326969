/** The four nations in a week, best first [SEA4]: what each gained, its best climber, its President. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { phrases } from '../../ui/format.ts';
import { NARROW, Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHeads, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import type { Nameable } from '../../views/names-text.ts';
import { culturalNfts, NationLink } from '../../views/row-parts.tsx';

const COLUMNS = 'minmax(8.75rem, 3fr) minmax(6.5rem, 2fr) minmax(0, 5fr) minmax(0, 5fr)';

const Line = styled(PanelRow)`
  @media (max-width: 63.99rem) {
    padding-block: var(--space-2);
  }

  @media ${NARROW} {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--space-1) var(--space-3);
    padding-block: var(--space-3);

    > div {
      grid-column: 1 / -1;
    }
  }
`;

/** A person, and why they are named; where no head does, that is said, too. */
const Box = styled(Row).attrs({ $gap: [0, 5] })`
  > a {
    flex: 0 1 11rem;
  }

  b {
    display: none;
    font-weight: 400;
  }

  @media (max-width: 63.99rem) {
    flex-direction: column;
    align-items: start;

    > a {
      flex-basis: auto;
    }
  }

  @media ${NARROW} {
    flex-direction: row;
    justify-content: space-between;

    > span {
      text-align: end;
    }

    b {
      display: block;
    }
  }
`;

function Who({
  as,
  of,
  none,
  children,
}: {
  readonly as: string;
  readonly of: Nameable | undefined;
  readonly none: string;
  readonly children: ReactNode;
}) {
  return (
    <Box>
      {of && <Person wallet={of.walletAddress} name={of.name} address="below" />}
      <Caption>
        {of && <b>{as}</b>}
        <span>{of ? children : none}</span>
      </Caption>
    </Box>
  );
}

export function WeekNations({
  data: { season, best, presidents },
}: {
  readonly data: SeasonDetail;
}) {
  const nations = [...season.nations].sort((a, b) => b.gained - a.gained);
  return (
    <Panel title="Nations" flush>
      <PanelHeads $columns={COLUMNS}>
        <span>Nation</span>
        <span>Gained</span>
        <span>Best climber</span>
        <span>{season.state === 'running' ? 'President' : 'President at its end'}</span>
      </PanelHeads>
      <PanelRows aria-label="Nations">
        {nations.map(({ nationId, gained }) => {
          const climber = best.find((one) => one.nationId === nationId);
          const president = presidents.find((one) => one.nationId === nationId);
          return (
            <Line key={nationId} $columns={COLUMNS} $height="3.5rem">
              <NationLink nationId={nationId} name={NATIONS[nationId].name} />
              <BigFigure $size="lead">
                <Figure value={gained} text={formatDeltaDollars(gained)} />
              </BigFigure>
              <Who as="Best climber" of={climber} none="Nobody climbed">
                {climber &&
                  phrases([`#${formatCount(climber.rank)}`, formatDeltaDollars(climber.gained)])}
              </Who>
              <Who as="President" of={president} none="No President">
                {president && culturalNfts(president.staked)}
              </Who>
            </Line>
          );
        })}
      </PanelRows>
    </Panel>
  );
}
