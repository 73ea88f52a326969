/** The height of a ranking row in px, by the width of the window. */
import { useEffect, useState } from 'react';
import { NARROW, ROW_PX } from './ranking-grid.ts';

export function useRowHeight(): number {
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const onChange = (): void => setIsNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return isNarrow ? ROW_PX.narrow : ROW_PX.wide;
}
