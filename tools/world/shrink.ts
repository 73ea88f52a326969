/**
 * Finds few steps of a plan that still make its game fail: parts are left out, in halves, then
 * smaller ones.
 */
import type { Step } from './plan.ts';
import type { RunResult } from './run.ts';

/** Runs that a search may take. */
const MOST_RUNS = 120;

/**
 * @param run runs the game with some of its steps. @returns steps with which it still has a finding
 * of the same kind.
 */
export async function shrunk(
  failed: Pick<RunResult, 'steps' | 'findings'>,
  run: (only: ReadonlySet<number>) => Promise<RunResult>,
): Promise<readonly Step[]> {
  let steps = failed.steps;
  let runs = 0;
  const kinds = new Set(failed.findings.map(kindOf));
  for (let size = Math.ceil(steps.length / 2); size >= 1 && runs < MOST_RUNS;) {
    let isSmaller = false;
    for (let from = 0; from < steps.length && runs < MOST_RUNS;) {
      const fewer = steps.toSpliced(from, size);
      runs += 1;
      const { findings } = await run(new Set(fewer.map(({ n }) => n)));
      if (findings.some((one) => kinds.has(kindOf(one)))) {
        steps = fewer;
        isSmaller = true;
      } else from += size;
    }
    if (!isSmaller) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return steps;
}

/** A finding without its names and figures. */
function kindOf(finding: string): string {
  return (finding.split('\n')[0] ?? '').replaceAll(/(0x)?[0-9][0-9a-fA-F.]*/g, '#').slice(0, 60);
}
