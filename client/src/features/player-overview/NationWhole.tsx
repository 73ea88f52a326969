/** The player's nation as a whole: the total GDP of all its players, and its history. */
import { styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useNames, useNationTotals } from '../../live/live-values.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelLink.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDollars, formatPlayers } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { GdpChart } from '../../views/GdpChart.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../ui/Person.tsx';
import { useNationHistory } from './use-histories.ts';

const Total = styled.p`
  font-size: var(--text-title);
  font-weight: 600;
  letter-spacing: -0.025em;
  line-height: 1.1;
`;

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-4);
  min-block-size: 1.75rem;
  margin-block-start: var(--space-2);
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;
`;

const President = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
`;

export function NationWhole({ nationId }: { readonly nationId: NationId }) {
  const totals = useNationTotals()[nationId];
  const history = useNationHistory(nationId);
  const nameOf = useNames();
  const { name } = NATIONS[nationId];
  return (
    <Panel
      title={`${name} as a whole`}
      aside={<PanelLink to={nationPath(nationId)}>Open its page</PanelLink>}
    >
      <Total>
        {totals ? (
          <Figure value={totals.gdp} text={formatDollars(totals.gdp)} />
        ) : (
          <Skeleton $width="8rem" />
        )}
      </Total>
      <Facts>
        {totals ? (
          <>
            <span>{formatPlayers(totals.players)}</span>
            {totals.presidentWallet ? (
              <President>
                President{' '}
                <Person wallet={totals.presidentWallet} name={nameOf(totals.presidentWallet)} />
              </President>
            ) : (
              <span>No President yet</span>
            )}
          </>
        ) : (
          <Skeleton $width="14rem" />
        )}
      </Facts>
      <GdpChart
        nationId={nationId}
        history={history}
        name={`GDP history of ${name}`}
        emptyText="The nation’s first stake begins its history."
        tall
      />
    </Panel>
  );
}
