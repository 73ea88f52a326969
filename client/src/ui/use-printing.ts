/** Whether the page is being printed: lists that render only their visible part then render all of it. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia('print');
    // The browser takes its snapshot as soon as the event handler returns.
    const set = (next: boolean) => flushSync(() => setIsPrinting(next));
    const onChange = () => set(print.matches);
    const onBefore = () => set(true);
    const onAfter = () => set(false);
    print.addEventListener('change', onChange);
    addEventListener('beforeprint', onBefore);
    addEventListener('afterprint', onAfter);
    return () => {
      print.removeEventListener('change', onChange);
      removeEventListener('beforeprint', onBefore);
      removeEventListener('afterprint', onAfter);
    };
  }, []);
  return isPrinting;
}
