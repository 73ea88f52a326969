/** The player's place of the week, and what betters it. */
import { chaseText } from '../../views/weeks/week-text.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';

/** It is on every page; the ticks keep it current between two polls. */
const POLL_MS = 30_000;

export function WeekPlace() {
  const { data } = useWeek(useThisWeek(), { pollMs: POLL_MS });
  return data ? <span>{chaseText(data)}</span> : null;
}
