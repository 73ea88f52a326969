/**
 * A player's GDP and rank, step by step, each named by its event and as wide as the others, however
 * long it lasted; at the end, what they are now.
 */
import { useState } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { instantOf, instantText } from '../../../../common/values/instant.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Range } from '../../ui/Range.ts';
import { Chart, historyText, momentLine } from '../../ui/Chart.tsx';
import { actOf } from '../../../../common/values/activity-words.ts';

const Charts = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: 11rem 6rem;
  gap: var(--space-4);

  > div {
    position: relative;
    border-block-end: 1px solid var(--rule);
  }

  > div > div {
    position: absolute;
    inset: 1.75em 0 0;
  }

  small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  /* As high as the chart: the words above it are not crossed. */
  > div > hr {
    ${momentLine}
    inset-block-start: 1.75em;
    background: var(--action);
  }
`;

/** Its thumb's middle moves from one end of the charts to the other. */
const Steps = styled(Range)`
  inline-size: calc(100% + 18px);
  margin-inline: -9px;
`;

const Said = styled.output`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-3);
  min-block-size: 1.5em;
  white-space: nowrap;

  > time {
    color: var(--ink-muted);
  }

  > b {
    display: flex;
    gap: var(--space-3);
    font-weight: 600;
  }

  @media (max-width: 30rem) {
    min-block-size: 3em;
  }
`;

type Step = PlayerPageView['history'][number];

export function PlayerHistory({ player }: { readonly player: PlayerPageView }) {
  const { history, nationId } = player;
  const now = useGameNow();
  /** Null: now. */
  const [selected, setSelected] = useState<number | null>(null);
  /** The present is the end of the last step. */
  const end = history.length;
  const index = Math.min(selected ?? end, end);
  const first = history[0];
  // One who has only joined has a level line, which says nothing.
  if (!first || (history.length === 1 && first.gdp === player.gdp)) {
    return <Panel title="History">The history begins with the first stake.</Panel>;
  }
  const startMs = instantOf(first.at);
  const endMs = Math.max(now(), instantOf(history.at(-1)?.at ?? first.at));
  const gdps = [...history.map(({ gdp }) => gdp), player.gdp].map((value, at) => ({
    atMs: at,
    value,
  }));
  const ranks = [...history.map(({ rank }) => rank), player.rank].flatMap((rank, at) =>
    rank === null ? [] : [{ atMs: at, value: -rank }],
  );
  const firstRank = history.find(({ rank }) => rank !== null)?.rank;
  const cursor = <hr style={{ insetInlineStart: `${(index / end) * 100}%` }} />;
  const step = history[index];
  const when = step ? formatDayTime(new Date(step.at)) : 'Now';
  const text = step && stepText(step, history[index - 1], nationId);
  const { gdp, rank } = step ?? player;
  const figures = [formatDollars(gdp)];
  if (rank !== null) figures.push(rankText(rank));
  return (
    <Panel title="History">
      <Charts>
        <div style={{ color: NATION_STYLES[nationId].colour }}>
          <small>{`GDP, from ${formatDollars(first.gdp)}`}</small>
          <div>
            <Chart
              isFilled
              lines={[{ key: 'gdp', points: gdps }]}
              label={historyText(
                { atMs: startMs, value: first.gdp },
                { atMs: endMs, value: player.gdp },
              )}
            />
          </div>
          {cursor}
        </div>
        <div>
          <small>{firstRank ? `Rank, from ${rankText(firstRank)}` : 'Rank'}</small>
          {ranks.length > 1 && (
            <div
              style={{
                insetInlineStart: `${((ranks[0]?.atMs ?? 0) / end) * 100}%`,
                color: 'var(--ink-muted)',
              }}
            >
              <Chart
                isFilled
                lines={[{ key: 'rank', points: ranks }]}
                label="Rank after each step."
              />
            </div>
          )}
          {cursor}
        </div>
      </Charts>
      <Steps
        aria-label="Step"
        aria-valuetext={[when, ...(text ? [text] : []), ...figures].join(', ')}
        min={0}
        max={end}
        value={index}
        onChange={(event) => setSelected(Number(event.target.value))}
      />
      <Said>
        <time dateTime={step?.at ?? instantText(endMs)}>{when}</time>
        {text && <span>{text}</span>}
        <b>
          {figures.map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </b>
      </Said>
    </Panel>
  );
}

const rankText = (rank: number) => `#${formatCount(rank)}`;

/** `staked 5,000 DENA`, `joined for Italy`; only the change if the game did it by itself. */
function stepText(
  { kind, detail, gdp }: Step,
  before: Step | undefined,
  nationId: NationId,
): string {
  if (kind === 'nation-chosen') return `joined for ${nationInText(nationId)}`;
  return (
    actOf({ kind, nationId, detail }) ??
    (before ? formatDeltaDollars(gdp - before.gdp) : 'the first step known')
  );
}
