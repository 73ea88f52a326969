/** A part that shows the ranking: still as it stands in the HTML until its code and the live ranking are there. */
import { useDeferredValue } from 'react';
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
  const { isPending } = useLeaderboard();
  return useDeferredValue(isLoaded && !isPending);
}
