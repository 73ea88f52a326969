/**
 * A part that shows the ranking: the server's HTML until its code and the live ranking are loaded.
 */
import { useDeferredValue, useState } from 'react';
import { useLeaderboard } from '../live/use-leaderboard.ts';
import { useIsLoaded, type Late } from '../ui/late.tsx';
import { KeepServerHtml } from '../ui/KeepServerHtml.tsx';

export function UntilLive({ name, part }: { readonly name: string; readonly part: Late<object> }) {
  const until = useIsLive(part);
  return (
    <KeepServerHtml name={name} until={until}>
      <part.Component />
    </KeepServerHtml>
  );
}

/**
 * True once the part's code and an answer are there, and from then on: a part that comes alive asks
 * again after a failure, and must not be taken away while it does. Deferred, because the first live
 * render is long.
 */
export function useIsLive({ load }: Pick<Late<object>, 'load'>): boolean {
  const isLoaded = useIsLoaded(load);
  const { isPending } = useLeaderboard();
  const [isLive, setIsLive] = useState(false);
  if (!isLive && isLoaded && !isPending) setIsLive(true);
  return useDeferredValue(isLive);
}
