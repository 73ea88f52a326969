/** The player's place of the week, and what betters it. */
import { chaseText } from '../../views/weeks/week-text.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';

/** It is on every page; the ticks keep it current between two polls. */
const POLL_MS = 30_000;

/** @param isFirst nothing is said before it. */
export function WeekPlace({ isFirst }: { readonly isFirst: boolean }) {
  const { data } = useWeek(useThisWeek(), { pollMs: POLL_MS });
  if (!data) return null;
  return (
    <span data-week>
      <span>{isFirst ? '' : ' · '}</span>
      <span>{chaseText(data)}</span>
    </span>
  );
}
