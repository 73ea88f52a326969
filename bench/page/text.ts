/** What the page benchmark prints: each figure with its target, and whether it is met. */
import { FIRST_ROUTE_BUDGET } from '../../tools/production/page-weight.ts';
import type { PageScore } from './lighthouse.ts';
import type { LiveFigures } from './live.ts';
import type { ReplayFigures } from './replay.ts';

export interface WeighedScore extends PageScore {
  readonly firstRouteBytes: number;
}

interface Line {
  readonly name: string;
  readonly target: string;
  readonly figure: (score: WeighedScore) => string;
  /** Absent if there is no target. */
  readonly isMet?: (score: WeighedScore) => boolean;
}

const LINES: readonly Line[] = [
  scoreLine('Performance', 'performance', 95),
  scoreLine('Accessibility', 'accessibility', 100),
  scoreLine('Best practices', 'bestPractices', 100),
  scoreLine('SEO', 'seo', 95),
  { name: 'First contentful paint', target: '', figure: ({ fcpMs }) => seconds(fcpMs) },
  { name: 'Largest contentful paint', target: '', figure: ({ lcpMs }) => seconds(lcpMs) },
  { name: 'Total blocking time', target: '', figure: ({ tbtMs }) => `${Math.round(tbtMs)} ms` },
  {
    name: 'Layout shift',
    target: '< 0.02',
    figure: ({ cls }) => cls.toFixed(4),
    isMet: ({ cls }) => cls < 0.02,
  },
  {
    name: 'First-route JavaScript, gzipped',
    target: `≤ ${kB(FIRST_ROUTE_BUDGET)}`,
    figure: ({ firstRouteBytes }) => kB(firstRouteBytes),
    isMet: ({ firstRouteBytes }) => firstRouteBytes <= FIRST_ROUTE_BUDGET,
  },
  {
    name: 'JavaScript until idle, as sent',
    target: '',
    figure: ({ idleJsBytes }) => kB(idleJsBytes),
  },
  {
    name: 'Benchmark index of the machine',
    target: '',
    figure: ({ benchmarkIndex }) => String(Math.round(benchmarkIndex)),
  },
];

export function scoresText(scores: readonly WeighedScore[]): string {
  const head = ['', 'target', ...scores.map(({ path }) => path)];
  const rows = LINES.map(({ name, target, figure, isMet }) => [
    name,
    target,
    ...scores.map((score) => `${figure(score)}${mark(isMet?.(score))}`),
  ]);
  return `\n${table([head, ...rows])}`;
}

export function liveText({ rows, changesPerSecond, idle, scrolling, latencies }: LiveFigures) {
  const frames = (fps: number) => `${fps.toFixed(1)}${mark(fps > 50)}`;
  const latency = (ms: number) => `${Math.round(ms)} ms${mark(ms < 100)}`;
  return [
    `\n/ranking, ${rows.toLocaleString('en-US')} rows, ${changesPerSecond.toFixed(1)} changes a second\n`,
    table([
      ['frames a second', 'target', 'median', '95 % are above'],
      ['nothing done', '> 50', frames(idle.median), frames(idle.p5)],
      ['scrolling', '> 50', frames(scrolling.median), frames(scrolling.p5)],
    ]),
    '',
    table([
      ['from the input to its frame', 'target', 'median', 'slowest'],
      ...latencies.map(({ name, medianMs, maxMs }) => [
        name,
        '< 100 ms',
        latency(medianMs),
        latency(maxMs),
      ]),
    ]),
  ].join('\n');
}

export function replayText(replay: readonly ReplayFigures[]): string {
  const frames = (fps: number) => `${fps.toFixed(1)}${mark(fps > 50)}`;
  return [
    '\n/ranking?at=…, 0.8 changes per second of the game\n',
    table([
      ['played at', 'frames a second', 'target', '95 % are above', 'played'],
      ...replay.map(({ speed, frames: { median, p5 }, playedS }) => [
        `${speed}×`,
        frames(median),
        '> 50',
        frames(p5),
        `${playedS.toFixed(0)} s`,
      ]),
    ]),
  ].join('\n');
}

function scoreLine(
  name: string,
  key: 'performance' | 'accessibility' | 'bestPractices' | 'seo',
  target: number,
): Line {
  return {
    name,
    target: `≥ ${target}`,
    figure: (score) => String(score[key]),
    isMet: (score) => score[key] >= target,
  };
}

function mark(isMet: boolean | undefined): string {
  return isMet === undefined ? '' : isMet ? ' ✓' : ' ✗';
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n');
}
