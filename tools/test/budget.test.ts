import { expect, test } from 'vitest';
import { BUDGETS, judge, TOLERANCE } from './budget.ts';
import { ranOutOfTime } from './report.ts';

const { integration: BUDGET } = BUDGETS;
const COST = { tests: 1000, ...BUDGET };

test('a part within its budget passes, with its figures', () => {
  expect(judge('integration', COST, 1)).toEqual({
    line: expect.stringContaining(
      `${BUDGET.programs} of ${BUDGET.programs} programs started`,
    ) as unknown,
    over: [],
  });
  expect(judge('hunts', COST, 1)).toEqual({ line: '', over: [] });
});

test('one program, MongoDB server or second of waiting more fails, and says which', () => {
  for (const name of ['programs', 'mongods', 'waitedS'] as const) {
    const { over } = judge('integration', { ...COST, [name]: BUDGET[name] + 1 }, 1);
    expect(over).toEqual([
      expect.stringMatching(`^integration: ${BUDGET[name] + 1} .* instead of`),
    ]);
  }
});

test('processor time fails above one and a half times its budget, by the speed of the machine', () => {
  const processorS = BUDGET.processorS * TOLERANCE;
  expect(judge('integration', { ...COST, processorS }, 1).over).toEqual([]);
  expect(judge('integration', { ...COST, processorS: processorS + 1 }, 1).over).toHaveLength(1);
  expect(judge('integration', { ...COST, processorS: 2 * processorS }, 2).over).toEqual([]);
  expect(judge('integration', { ...COST, processorS: null }, 1).over).toEqual([]);
});

test.each([
  ['Test timed out in 240000ms.', true],
  ['Hook timed out in 240000ms.', true],
  ['Matcher did not succeed in time.', true],
  ['Test timeout of 180000ms exceeded.', true],
  ['expect(locator).toHaveText(expected) failed\n\nTimeout: 30000ms', true],
  ['The operation was aborted due to timeout', true],
  ['expected 3 to be 4', false],
  ['expected [ 503, "timeout" ] to equal [ 200 ]', false],
])('%j is a limit of time: %s', (message, isTime) => {
  expect(ranOutOfTime([message])).toBe(isTime);
});
