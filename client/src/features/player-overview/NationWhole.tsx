/** One's nation as a whole: what all its players' GDPs add up to, and how it came to that. */
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { useNationTotals } from '../../live/use-nation-totals.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { GdpChart } from './GdpChart.tsx';
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
  gap: 0 var(--space-4);
  margin-block-start: var(--space-2);
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;
`;

export function NationWhole({ nationId }: { readonly nationId: NationId }) {
  const totals = useNationTotals()[nationId];
  const history = useNationHistory(nationId);
  const { name } = NATIONS[nationId];
  return (
    <Panel title={`${name} as a whole`}>
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
            <span>
              {totals.players === 1 ? '1 player' : `${formatCount(totals.players)} players`}
            </span>
            <span title={totals.presidentWallet ?? undefined}>
              {totals.presidentWallet
                ? `President ${shortAddress(totals.presidentWallet)}`
                : 'No President yet'}
            </span>
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
