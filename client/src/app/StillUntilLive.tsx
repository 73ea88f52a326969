/** A part that shows the ranking: still as it stands in the HTML until its code and the live ranking are there. */
import { useDeferredValue } from 'react';
import { hasPageFacts } from '../api/page-facts.ts';
import { useLeaderboard } from '../live/use-leaderboard.ts';
import { useIsLoaded, type Late } from '../ui/late.tsx';
import { Still } from '../ui/Still.tsx';

export function StillUntilLive({
  name,
  part,
}: {
  readonly name: string;
  readonly part: Late<object>;
}) {
  const until = useIsLive(part);
  return (
    <Still name={name} until={until}>
      <part.Component />
    </Still>
  );
}

/** Deferred, because the first live render is a long one. */
export function useIsLive({ load }: Pick<Late<object>, 'load'>): boolean {
  const isLoaded = useIsLoaded(load);
  const { isPending, isError, rows } = useLeaderboard();
  // Figures that stand are worth more than the news that others can't be had.
  const isKnown = !isPending && !(isError && rows.length === 0 && hasPageFacts());
  return useDeferredValue(isLoaded && isKnown);
}
