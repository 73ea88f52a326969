/** A player's GDP and rank over time, step by step, each named by its event. */
import { useState, type PointerEvent } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { instantOf, instantText } from '../../../../common/values/instant.ts';
import type { EventDetail, EventKind } from '../../../../common/values/stored-event.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatCount, formatDayTime, formatDeltaDollars, formatDollars } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Range } from '../../ui/Range.ts';
import { Chart, momentLine } from '../../ui/Chart.tsx';
import { gdpHistoryText } from '../../views/GdpChart.tsx';
import { actOf } from '../../views/activity-words.ts';

const Body = styled.div`
  padding: var(--space-4) var(--card-gutter) var(--space-3);
`;

const Charts = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: 7.5rem 4rem;
  gap: var(--space-4);
  margin-inline: 9px;
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

export function PlayerHistory({ player }: { readonly player: PlayerPageView }) {
  return (
    <Panel title="History" flush>
      <Body>
        <History player={player} />
      </Body>
    </Panel>
  );
}

function History({ player }: { readonly player: PlayerPageView }) {
  const now = useGameNow();
  const steps = stepsOf(player);
  /** Null: the newest. */
  const [selected, setSelected] = useState<number | null>(null);
  const index = Math.min(selected ?? steps.length - 1, steps.length - 1);
  const step = steps[index];
  const first = steps[0];
  if (!step || !first) return <span>The history begins with the first move.</span>;
  const endMs = Math.max(now(), steps.at(-1)?.atMs ?? 0);
  const ranked = steps.filter(({ rank }) => rank !== null);
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const atMs = first.atMs + share * (endMs - first.atMs);
    setSelected(Math.max(0, steps.filter((one) => one.atMs <= atMs).length - 1));
  };
  const end = (value: number) => ({ atMs: endMs, value });
  const gdps = [...steps.map(({ atMs, gdp }) => ({ atMs, value: gdp })), end(player.gdp)];
  const ranks = [
    ...ranked.map(({ atMs, rank }) => ({ atMs, value: -(rank ?? 0) })),
    ...(player.rank === null ? [] : [end(-player.rank)]),
  ];
  const from = placeOf(ranked[0]?.atMs ?? endMs, first.atMs, endMs);
  return (
    <>
      <Charts onPointerMove={onMove} onPointerLeave={() => setSelected(null)}>
        <div style={{ color: NATION_STYLES[player.nationId].colour }}>
          <small>GDP</small>
          <Chart
            isFilled
            lines={[{ key: 'gdp', points: gdps }]}
            label={gdpHistoryText('GDP history', { ...first, value: first.gdp }, end(player.gdp))}
          />
        </div>
        <div>
          <small>Rank</small>
          {ranks.length > 1 && (
            <div
              style={{
                blockSize: '100%',
                marginInlineStart: `${from * 100}%`,
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
        <hr style={{ insetInlineStart: `${placeOf(step.atMs, first.atMs, endMs) * 100}%` }} />
      </Charts>
      <Range
        aria-label="Step"
        aria-valuetext={words(step)}
        min={0}
        max={steps.length - 1}
        value={index}
        onChange={(event) => setSelected(Number(event.target.value))}
      />
      <Said>
        <time dateTime={instantText(step.atMs)}>{formatDayTime(new Date(step.atMs))}</time>
        <span>{deedWords(step)}</span>
        <b>{formatDollars(step.gdp)}</b>
        {step.rank !== null && <b>{`#${formatCount(step.rank)}`}</b>}
      </Said>
    </>
  );
}

function words(step: Step): string {
  const rank = step.rank === null ? '' : `, rank ${formatCount(step.rank)}`;
  return `${formatDayTime(new Date(step.atMs))}: ${deedWords(step)}, ${formatDollars(step.gdp)}${rank}`;
}

interface Step {
  readonly atMs: number;
  /** After it; dollars. */
  readonly gdp: number;
  /** By how many dollars it changed; null for the first one that is known. */
  readonly delta: number | null;
  readonly rank: number | null;
  readonly nationId: NationId;
  readonly kind: EventKind;
  readonly detail: EventDetail;
}

function stepsOf({ history, nationId }: Pick<PlayerPageView, 'history' | 'nationId'>): Step[] {
  return history.map(({ at, gdp, rank, kind, detail }, i) => {
    const before = history[i - 1]?.gdp ?? null;
    return {
      atMs: instantOf(at),
      gdp,
      delta: before === null ? null : gdp - before,
      rank,
      nationId,
      kind,
      detail,
    };
  });
}

/** `staked 5,000 DENA`, `joined for Italy`; only the change if the game did it by itself. */
function deedWords({ kind, detail, nationId, delta }: Step): string {
  if (kind === 'nation-chosen') return `joined for ${NATIONS[nationId].name}`;
  return (
    actOf({ kind, nationId, detail }) ??
    (delta === null ? 'the first step known' : formatDeltaDollars(delta))
  );
}

/** Where a moment lies between two others, from 0 to 1. */
function placeOf(atMs: number, fromMs: number, toMs: number): number {
  return toMs <= fromMs ? 1 : Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
}
