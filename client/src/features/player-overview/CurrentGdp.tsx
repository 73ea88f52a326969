/**
 * The Current GDP card [SCR29]: the exact figure, live, how it came about, and the way to what it
 * is made of.
 */
import { useMemo } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useGameNow } from '../../api/config.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Chart, historyText } from '../../ui/Chart.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { gdpHistory, useOwnHistory } from './own-history.ts';

/** The chart takes what height is left, and reserves its space while the history is unknown. */
const Parts = styled(Stack)`
  container-type: inline-size;
  grid-template-rows: auto minmax(5rem, 1fr);
  align-content: stretch;

  > :last-child {
    display: grid;
    align-items: end;
    border-block-end: 1px solid var(--rule-strong);
  }
`;

export function CurrentGdp({ player }: { readonly player: PlayerNationView }) {
  const { playerNation, nation } = player;
  const gdp = useOwnRow()?.gdp ?? playerNation.gdp;
  const now = useGameNow();
  const history = useOwnHistory(player);
  const points = useMemo(
    () => (history ? gdpHistory(history, gdp, now()) : null),
    [history, gdp, now],
  );
  const lines = useMemo(
    () => [
      {
        key: 'gdp',
        // Each step as wide as the others: days without one would be most of the line.
        points: (points ?? []).map(({ value }, atMs) => ({ atMs, value })),
        colour: NATION_STYLES[nation.id].colour,
      },
    ],
    [points, nation.id],
  );
  const text = formatDollars(gdp);
  const first = points?.[0];
  const last = points?.at(-1);
  return (
    <Panel
      title="Current GDP"
      figure={text}
      fills
      aside={<PanelLink to={playerPath(playerNation.walletAddress)}>What it is made of</PanelLink>}
    >
      <Parts $gap={4}>
        <BigFigure
          as="p"
          // A trillion fits, too.
          style={{ fontSize: `min(var(--text-title), ${160 / text.length}cqi)` }}
        >
          <Figure value={gdp} text={text} />
        </BigFigure>
        <div>
          {first && last && <Chart isFilled lines={lines} label={historyText(first, last)} />}
          {points?.length === 0 && <Caption>Your first stake begins its history.</Caption>}
        </div>
      </Parts>
    </Panel>
  );
}
