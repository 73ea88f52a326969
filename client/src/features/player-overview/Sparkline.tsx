/** What became of one figure of the dashboard, drawn beside it, and said in words. */
import { useGameNow } from '../../api/config.ts';
import { StepChart } from '../../ui/StepChart.tsx';
import { formatDayTime } from '../../ui/format.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { level } from './histories.ts';

export function Sparkline({
  name,
  history,
  value,
  sinceMs,
  write,
}: {
  readonly name: string;
  /** Null while, or where, it is not known; empty where the figure never was another. */
  readonly history: readonly HistoryPoint[] | null;
  /** What it is now. */
  readonly value: number;
  /** How long it has been so at least, where it never was another. */
  readonly sinceMs: number;
  readonly write: (value: number) => string;
}) {
  const now = useGameNow();
  if (!history) return null;
  const points = history.length > 0 ? history : level(value, sinceMs, now());
  const [first] = points;
  if (!first) return null;
  const began = formatDayTime(new Date(first.atMs));
  const isLevel = points.every((point) => point.value === value);
  return (
    <StepChart
      points={points}
      label={
        isLevel
          ? `${name} history: ${write(value)} since ${began}`
          : `${name} history: ${write(first.value)} on ${began}, ${write(value)} now`
      }
    />
  );
}
