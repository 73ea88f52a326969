/** Fetches a query again once something newer is known to exist. */
import { useEffect } from 'react';

/** @param afterMs how old the last answer must be at least, while newer things keep coming. */
export function useReadAgain(
  { dataUpdatedAt, refetch }: { readonly dataUpdatedAt: number; readonly refetch: () => unknown },
  isBehind: boolean,
  afterMs: number,
): void {
  useEffect(() => {
    if (!isBehind) return undefined;
    const waitMs = Math.max(0, dataUpdatedAt + afterMs - Date.now());
    const timer = setTimeout(() => void refetch(), waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch, afterMs]);
}
