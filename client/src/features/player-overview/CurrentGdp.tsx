/** The Current GDP card [SCR29]: the exact figure, live, and what it is made of. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { denaStakesQuery } from '../../api/stakes.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Chart, historyText } from '../../ui/Chart.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { BigFigure, Caption } from '../../ui/text.ts';
import { denaGdpOf } from '../../views/staked.ts';
import { useOwnSteps } from './use-own-steps.ts';

/** The chart takes what height is left. */
const Parts = styled(Stack)`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);

  > figure {
    flex: 1;
    display: flex;
    flex-direction: column;
    margin: var(--space-5) 0 0;
  }

  > figure > div {
    flex: 1 0 5rem;
    border-block-end: 1px solid var(--rule-strong);
  }

  > figure > figcaption {
    margin-block-start: var(--space-2);
  }
`;

interface GdpPart {
  readonly name: string;
  readonly dollars: number;
}

/**
 * [GDP1] The parts that add up to `gdp`: the nation's starting GDP, the DENA stakes, and the rest, which comes from
 * NFTs. No part goes negative, even if the stake list is newer or older than the GDP.
 */
export function gdpParts(gdp: number, startingGdp: number, denaBonus: number): readonly GdpPart[] {
  const start = Math.min(startingGdp, gdp);
  const dena = Math.min(denaBonus, gdp - start);
  return [
    { name: 'Starting GDP', dollars: start },
    { name: 'DENA stakes', dollars: dena },
    { name: 'NFT stakes', dollars: gdp - start - dena },
  ];
}

export function CurrentGdp({ player }: { readonly player: PlayerNationView }) {
  const { playerNation, nation } = player;
  const stakes = useQuery(denaStakesQuery(playerNation.walletAddress)).data;
  const gdp = useOwnRow()?.gdp ?? playerNation.gdp;
  const history = useOwnSteps(player);
  return (
    <Panel title="Current GDP" figure={formatDollars(gdp)} fills>
      <Parts>
        <BigFigure as="p" $size="title">
          <Figure value={gdp} text={formatDollars(gdp)} />
        </BigFigure>
        <Facts
          beside
          facts={gdpParts(gdp, nation.startingGdp, denaGdpOf(stakes ?? [])).map(
            ({ name, dollars }) => ({
              label: name,
              value: stakes ? formatDollars(dollars) : <Skeleton $width="4rem" />,
            }),
          )}
        />
        <History points={history} colour={NATION_STYLES[nation.id].colour} />
      </Parts>
    </Panel>
  );
}

/** Reserves its space while the history is unknown, so that nothing below it jumps. */
function History({
  points,
  colour,
}: {
  /** Null while it is unknown; empty if nothing ever changed. */
  readonly points: readonly HistoryPoint[] | null;
  readonly colour: string;
}) {
  const first = points?.[0];
  const last = points?.at(-1);
  return (
    <figure>
      <div>
        {first && last && (
          <Chart
            isFilled
            // Each step as wide as the others: days without one would be most of the line.
            lines={[
              { key: 'gdp', points: points.map(({ value }, atMs) => ({ atMs, value })), colour },
            ]}
            label={historyText(first, last)}
          />
        )}
      </div>
      <Row as="figcaption" $justify="space-between" $gap={[0, 3]} $wrap>
        {first && last ? (
          <>
            <Caption>{`${formatDollars(first.value)}, ${formatDayTime(new Date(first.atMs))}`}</Caption>
            <Caption>{`${formatDollars(last.value)} now`}</Caption>
          </>
        ) : (
          <Caption>{points ? 'Your first stake begins its history.' : '\u00A0'}</Caption>
        )}
      </Row>
    </figure>
  );
}
