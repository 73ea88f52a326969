/** The history of one dashboard figure, as a small chart beside it and in words for screen readers. */
import { useGameNow } from '../../api/config.ts';
import { StepChart } from '../../ui/StepChart.tsx';
import { formatDayTime } from '../../ui/format.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import { level } from './histories.ts';

export function Sparkline<Value extends number | bigint>({
  name,
  history,
  value,
  sinceMs,
  write,
}: {
  readonly name: string;
  /** Null while unknown; empty if the figure never changed. */
  readonly history: readonly HistoryPoint<Value>[] | null;
  /** The current value. */
  readonly value: Value;
  /** If it never changed: since when it has had this value at least. */
  readonly sinceMs: number;
  readonly write: (value: Value) => string;
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
