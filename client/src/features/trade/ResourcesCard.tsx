/** The player's holdings of the four resources, updated live, and the button to buy more. */
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { BONUS_PERCENT, NATIONS } from '../../../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { useGameNow } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { rateText, unitsAt } from './accrued.ts';
import { RESOURCES } from './resources.ts';
import { useSettledResources } from './use-settled-resources.ts';

const loadDialog = () => import('./TradeDialog.tsx');
const TradeDialog = lazy(() => loadDialog().then((module) => ({ default: module.TradeDialog })));

/** A unit takes minutes at the fastest rate. */
const TICK_MS = 5000;

const Row = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));

  @media (max-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Resource = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-content: start;
  gap: 0 var(--space-3);
  padding: var(--space-4) var(--space-5);

  & + & {
    border-inline-start: 1px solid var(--rule);
  }

  > svg {
    grid-row: span 3;
    margin-block-start: 2px;
    color: var(--ink-muted);
  }

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    margin: 0;
  }

  @media (max-width: 48rem) {
    padding: var(--space-3) var(--space-4);

    &:nth-child(odd) {
      border-inline-start: 0;
    }

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const Units = styled.dd`
  font-size: var(--text-heading);
  font-weight: 600;
  letter-spacing: -0.01em;
  line-height: 1.3;
`;

const Rate = styled.dd`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > strong {
    color: var(--rise);
    font-weight: 600;
  }
`;

const Trade = styled(Button)`
  /* Keeps the heading row at its height. */
  margin-block: calc(-1 * var(--space-2));
`;

export function ResourcesCard({
  player,
  availableWei,
}: {
  readonly player: PlayerNationView;
  /** DENA available to spend. */
  readonly availableWei: bigint;
}) {
  const [isTrading, setIsTrading] = useState(false);
  const now = useGameNow();
  useTick(TICK_MS);
  useSettledResources();
  const { resources, nation } = player;
  const units = unitsAt(resources, now());
  return (
    <Panel
      title="Resources"
      flush
      aside={
        <Trade onClick={() => setIsTrading(true)} onPointerEnter={() => void loadDialog()}>
          Trade Resources
        </Trade>
      }
    >
      <Row>
        {RESOURCE_TYPES.map((type) => {
          const { label, Icon } = RESOURCES[type];
          return (
            <Resource key={type}>
              <Icon size={22} strokeWidth={1.5} aria-hidden />
              <dt>{label}</dt>
              <Units>
                <Figure value={units[type]} text={formatCount(units[type])} />
              </Units>
              <Rate>
                {rateText(resources.perHour[type])}{' '}
                {NATIONS[nation.id].bonusResource === type && <strong>+{BONUS_PERCENT}%</strong>}
              </Rate>
            </Resource>
          );
        })}
      </Row>
      {isTrading && (
        <Suspense>
          <TradeDialog
            player={player}
            units={units}
            availableWei={availableWei}
            onClose={() => setIsTrading(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
