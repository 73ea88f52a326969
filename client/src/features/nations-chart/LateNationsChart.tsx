import { lateBeside } from '../../views/late-beside.tsx';
import { ChartSkeleton } from './parts.tsx';

/** The chart, loaded after everything that a page needs first; its place is reserved. */
export const LateNationsChart = lateBeside(
  () => import('./NationsChart.tsx').then((module) => module.NationsChart),
  <ChartSkeleton />,
);
