/** A player's GDP and rank over time, step by step, each named by its event. */
import { useState, type PointerEvent } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatCount, formatDayTime, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Range } from '../../ui/Range.ts';
import { Chart, historyText, momentLine } from '../../ui/Chart.tsx';
import { actOf } from '../../../../common/values/activity-words.ts';

const Charts = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: 7.5rem 4rem;
  gap: var(--space-4);
  touch-action: pan-y;

  > div {
    position: relative;
    border-block-end: 1px solid var(--rule);
  }

  /* Clear of the line, which begins at the left. */
  small {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    z-index: 1;
    padding-inline: var(--space-1);
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  > hr {
    ${momentLine}
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
  /** Null: the newest. */
  const [selected, setSelected] = useState<number | null>(null);
  const newest = history.length - 1;
  const index = Math.min(selected ?? newest, newest);
  const [first, step] = [history[0], history[index]];
  if (!first || !step) {
    return <Panel title="History">The history begins with the first move.</Panel>;
  }
  const startMs = instantOf(first.at);
  const endMs = Math.max(now(), instantOf(history.at(-1)?.at ?? first.at));
  /** From 0 to 1. */
  const placeOf = (atMs: number) =>
    endMs <= startMs ? 1 : Math.min(1, Math.max(0, (atMs - startMs) / (endMs - startMs)));
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const atMs = startMs + ((event.clientX - left) / width) * (endMs - startMs);
    setSelected(Math.max(0, history.filter(({ at }) => instantOf(at) <= atMs).length - 1));
  };
  const gdps = [
    ...history.map(({ at, gdp }) => ({ atMs: instantOf(at), value: gdp })),
    { atMs: endMs, value: player.gdp },
  ];
  const ranks = [
    ...history.map(({ at, rank }) => ({ atMs: instantOf(at), rank })),
    { atMs: endMs, rank: player.rank },
  ].flatMap(({ atMs, rank }) => (rank === null ? [] : [{ atMs, value: -rank }]));
  const when = formatDayTime(new Date(step.at));
  const deed = deedWords(step, history[index - 1], nationId);
  const figures = [formatDollars(step.gdp)];
  if (step.rank !== null) figures.push(`#${formatCount(step.rank)}`);
  return (
    <Panel title="History">
      <Charts onPointerMove={onMove} onPointerLeave={() => setSelected(null)}>
        <div style={{ color: NATION_STYLES[nationId].colour }}>
          <small>GDP</small>
          <Chart
            isFilled
            lines={[{ key: 'gdp', points: gdps }]}
            label={historyText(
              { atMs: startMs, value: first.gdp },
              { atMs: endMs, value: player.gdp },
            )}
          />
        </div>
        <div>
          <small>Rank</small>
          {ranks.length > 1 && (
            <div
              style={{
                blockSize: '100%',
                marginInlineStart: `${placeOf(ranks[0]?.atMs ?? endMs) * 100}%`,
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
        </div>
        <hr style={{ insetInlineStart: `${placeOf(instantOf(step.at)) * 100}%` }} />
      </Charts>
      <Steps
        aria-label="Step"
        aria-valuetext={`${when}: ${deed}, ${figures.join(', ')}`}
        min={0}
        max={newest}
        value={index}
        onChange={(event) => setSelected(Number(event.target.value))}
      />
      <Said>
        <time dateTime={step.at}>{when}</time>
        <span>{deed}</span>
        {figures.map((figure) => (
          <b key={figure}>{figure}</b>
        ))}
      </Said>
    </Panel>
  );
}

/** `staked 5,000 DENA`, `joined for Italy`; only the change if the game did it by itself. */
function deedWords(
  { kind, detail, gdp }: Step,
  before: Step | undefined,
  nationId: NationId,
): string {
  if (kind === 'nation-chosen') return `joined for ${NATIONS[nationId].name}`;
  return (
    actOf({ kind, nationId, detail }) ??
    (before ? formatDeltaDollars(gdp - before.gdp) : 'the first step known')
  );
}
