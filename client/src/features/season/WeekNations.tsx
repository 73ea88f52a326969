/** The four nations in a week, best first [SEA4]: what each gained, its best climber, its President. */
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { phrases } from '../../ui/format.ts';
import { NARROW } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHeads, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { culturalNfts, NationLink } from '../../views/row-parts.tsx';

const COLUMNS = 'minmax(8.75rem, 3fr) minmax(6.5rem, 2fr) minmax(0, 5fr) minmax(0, 5fr)';

const Line = styled(PanelRow)`
  padding-block: var(--space-2);

  > a {
    font-weight: 500;
  }

  > strong {
    font-size: var(--text-lead);
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

/** A person, and why they are named. */
const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-5);
  align-items: center;
  min-inline-size: 0;

  > a {
    flex: 0 1 11rem;
  }

  [data-label] {
    display: none;
  }

  @media ${NARROW} {
    flex-wrap: nowrap;
    justify-content: space-between;
    text-align: end;

    > a {
      text-align: start;
    }

    [data-label] {
      display: block;
    }
  }
`;

export function WeekNations({
  data: { season, best, presidents },
}: {
  readonly data: SeasonDetail;
}) {
  const nations = [...season.nations].sort((a, b) => b.gained - a.gained);
  const isRunning = season.state === 'running';
  return (
    <Panel title="Nations" flush>
      <PanelHeads $columns={COLUMNS}>
        <span>Nation</span>
        <span>Gained</span>
        <span>Best climber</span>
        <span>{isRunning ? 'President' : 'President at its end'}</span>
      </PanelHeads>
      <PanelRows aria-label="Nations">
        {nations.map(({ nationId, gained }) => {
          const climber = best.find((one) => one.nationId === nationId);
          const president = presidents.find((one) => one.nationId === nationId);
          return (
            <Line key={nationId} $columns={COLUMNS} $height="3.5rem">
              <NationLink nationId={nationId} name={NATIONS[nationId].name} />
              <Strong>
                <Figure value={gained} text={formatDeltaDollars(gained)} />
              </Strong>
              <Who>
                {climber ? (
                  <>
                    <Person wallet={climber.walletAddress} name={climber.name} address="below" />
                    <Caption>
                      <span data-label>Best climber</span>
                      <span>
                        {phrases([
                          `#${formatCount(climber.rank)}`,
                          formatDeltaDollars(climber.gained),
                        ])}
                      </span>
                    </Caption>
                  </>
                ) : (
                  <Caption>Nobody climbed</Caption>
                )}
              </Who>
              <Who>
                {president ? (
                  <>
                    <Person
                      wallet={president.walletAddress}
                      name={president.name}
                      address="below"
                    />
                    <Caption>
                      <span data-label>President</span>
                      <span>{culturalNfts(president.staked)}</span>
                    </Caption>
                  </>
                ) : (
                  <Caption>No President</Caption>
                )}
              </Who>
            </Line>
          );
        })}
      </PanelRows>
    </Panel>
  );
}
