/** What the benchmarks print: tables for people, or JSON for programs. */
import { cpus, loadavg, release, totalmem } from 'node:os';
import type { Comparison, Unit } from './measure.ts';

export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    /** Load average of the last minute before the run: what else the machine was doing. */
    load: loadavg()[0] ?? 0,
  };
}

export function machineText(here: ReturnType<typeof machine>): string {
  const { cpu, cores, memoryGb, kernel, node, load } = here;
  const hardware = `${cpu} × ${cores}, ${memoryGb} GB`;
  return `${hardware}, Linux ${kernel}, Node ${node}, load ${load.toFixed(1)}`;
}

export function comparisonText({ title, unit, figures, targets }: Comparison): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, median, min, max, ratio }) => {
    const spread = min === max ? '' : `(${shown(min, unit)}–${shown(max, unit)})`;
    const cells = [
      name.padEnd(width),
      `${shown(median, unit)} ${unit}`.padStart(14),
      spread.padEnd(20),
      ratio === null || Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)}×`,
    ];
    return `  ${cells.join('  ').trimEnd()}`;
  });
  const aims = targets.map(({ text, met }) => `  ${met ? 'reached' : 'MISSED '}  ${text}`);
  return ['', title, ...lines, ...aims].join('\n');
}

/** Shown as whole numbers. */
const COUNTS: ReadonlySet<Unit> = new Set(['/s', 'sockets', 'calls', 'commits', 'pushes']);

function shown(figure: number, unit: Unit): string {
  if (COUNTS.has(unit) || figure >= 1000) return Math.round(figure).toLocaleString('en-US');
  return figure.toPrecision(3);
}
