import { lazy, Suspense, type ComponentProps } from 'react';
import { ChartSkeleton } from './parts.tsx';

const NationsChart = lazy(() =>
  import('./NationsChart.tsx').then((module) => ({ default: module.NationsChart })),
);

/** The chart, loaded after everything that a page needs first; its place is reserved. */
export function LateNationsChart(props: ComponentProps<typeof NationsChart>) {
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <NationsChart {...props} />
    </Suspense>
  );
}
