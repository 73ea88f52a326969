/** The chart, loaded after everything that a page needs first; its place is reserved. */
import { lazy, Suspense } from 'react';
import type { NationId } from '../../../../common/values/nations.ts';
import { ChartSkeleton } from './parts.tsx';

const NationsChart = lazy(() =>
  import('./NationsChart.tsx').then((module) => ({ default: module.NationsChart })),
);

export function LateNationsChart({ lit = null }: { readonly lit?: NationId | null }) {
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <NationsChart lit={lit} />
    </Suspense>
  );
}
