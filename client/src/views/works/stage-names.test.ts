import { expect, test } from 'vitest';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { WORK_STAGES } from '../../../../common/values/works.ts';
import { finishedText, stageTitle, WORK_NAMES, workLabel } from './stage-names.ts';

test('[WRK1] each stage of each work has a name of its own', () => {
  for (const nationId of NATION_IDS) {
    const { stages } = WORK_NAMES[nationId];
    expect(stages).toHaveLength(WORK_STAGES);
    expect(new Set(stages).size).toBe(WORK_STAGES);
  }
});

test('what a contribution finished is told in one phrase', () => {
  expect(finishedText('italy', [2])).toBe('the second storey of the Colosseum');
  expect(stageTitle('italy', 2)).toBe('The second storey');
  expect(finishedText('usa', [1, 2])).toBe('the walls and the colonnades of the Capitol');
  expect(finishedText('china', [1, 2, 3])).toBe(
    'the terrace, the hall and the lower roof of the Hall of Prayer',
  );
  // The last stage finishes all of it.
  expect(finishedText('argentina', [5])).toBe('the Obelisco');
});

test('a picture of the work says how far it is', () => {
  expect(workLabel('italy', 0)).toBe('The Colosseum, 0 of 5 stages finished');
  expect(workLabel('italy', 2)).toBe('The Colosseum, 2 of 5 stages finished');
  expect(workLabel('italy', 5)).toBe('The Colosseum, finished');
});
