/** The Current GDP card [SCR29]: the exact figure, live, and what it is made of. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { denaStakesQuery } from '../../api/stakes.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Panel } from '../../ui/Panel.tsx';
import { formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { GdpChart } from '../../views/GdpChart.tsx';
import { denaGdpOf } from '../../views/staked.ts';
import { gdpParts } from './gdp-parts.ts';
import { useOwnSteps } from './use-own-steps.ts';

const Total = styled.p`
  font-size: var(--text-title);
  font-weight: 600;
  letter-spacing: -0.025em;
  line-height: 1.1;
`;

const Bar = styled.div`
  display: flex;
  gap: 2px;
  block-size: 0.75rem;
  margin-block: var(--space-4) var(--space-3);
`;

/** A distinct fill per part, so that the bar can be read without its colours. */
const INKS = [
  'var(--rule-strong)',
  'var(--action-fill)',
  'repeating-linear-gradient(45deg, var(--ink) 0 2px, transparent 2px 5px)',
] as const;

const Part = styled.div`
  min-inline-size: 3px;
  transition: flex-grow var(--motion-slow) var(--ease);
`;

const Legend = styled.dl`
  display: grid;
  font-variant-numeric: tabular-nums;

  > div {
    display: grid;
    grid-template-columns: 0.75rem 1fr auto;
    gap: var(--space-3);
    align-items: center;
    padding-block: var(--space-2);
    border-block-start: 1px solid var(--rule);
  }

  > div > span {
    block-size: 0.75rem;
  }

  dt {
    color: var(--ink-muted);
  }

  dd {
    margin: 0;
    font-weight: 500;
  }
`;

export function CurrentGdp({ player }: { readonly player: PlayerNationView }) {
  const { playerNation, nation } = player;
  const stakes = useQuery(denaStakesQuery(playerNation.walletAddress)).data ?? [];
  const gdp = useOwnRow()?.gdp ?? playerNation.gdp;
  const history = useOwnSteps(player).gdp;
  const parts = gdpParts(gdp, nation.startingGdp, denaGdpOf(stakes)).map((part, i) => ({
    ...part,
    ink: INKS[i] ?? INKS[0],
  }));
  return (
    <Panel title="Current GDP">
      <Total>
        <Figure value={gdp} text={formatDollars(gdp)} />
      </Total>
      <Bar aria-hidden>
        {parts
          .filter((part) => part.dollars > 0)
          .map(({ name, dollars, ink }) => (
            <Part key={name} style={{ flexGrow: dollars, background: ink }} />
          ))}
      </Bar>
      <Legend>
        {parts.map(({ name, dollars, ink }) => (
          <div key={name}>
            <span style={{ background: ink }} aria-hidden />
            <dt>{name}</dt>
            <dd>{formatDollars(dollars)}</dd>
          </div>
        ))}
      </Legend>
      <GdpChart
        nationId={nation.id}
        history={history}
        name="GDP history"
        emptyText="Your first stake begins its history."
      />
    </Panel>
  );
}
