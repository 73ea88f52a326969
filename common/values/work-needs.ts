/** [WRK1] What a nation's work needs. In its own file without a schema because texts use it too. */
import type { ResourceUnits } from './resources.ts';

/** Of each stage, the first stage first: each next one needs three times as much. */
export const WORK_NEEDS: readonly ResourceUnits[] = [1, 3, 9, 27, 81].map((times) => ({
  wood: 2000 * times,
  oil: 400 * times,
  food: 1000 * times,
  technology: 200 * times,
}));
