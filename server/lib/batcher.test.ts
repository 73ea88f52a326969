import { expect, onTestFinished, test } from 'vitest';
import { startFakeTime } from '../../tools/test/fake-time.ts';
import { turns } from '../../tools/test/turns.ts';
import { Batcher, type AnswerOf } from './batcher.ts';

const PATIENCE_MS = 100;

interface Sent {
  readonly questions: readonly number[];
  readonly answer: (answers?: readonly AnswerOf<string>[]) => void;
  readonly fail: (error: Error) => void;
}

/** A batcher whose requests the test answers. */
function startBatcher() {
  const sent: Sent[] = [];
  const batcher = new Batcher<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        const usual = questions.map((question) => () => `answer ${question}`);
        sent.push({ questions, answer: (answers = usual) => resolve(answers), fail: reject });
      }),
    { atOnce: 1, most: 3, patienceMs: PATIENCE_MS },
  );
  return { batcher, sent, requests: () => sent.map(({ questions }) => questions) };
}

/** Longer than what is deferred. */
const afterTurns = () => turns(5);

test('a question is asked at once; those that arrive meanwhile are asked together', async () => {
  const { batcher, sent, requests } = startBatcher();
  const first = batcher.add(1);
  await afterTurns();
  const others = [2, 3, 4, 5].map((question) => batcher.add(question));
  await afterTurns();
  expect(requests()).toEqual([[1]]);
  sent[0]?.answer();
  expect(await first).toBe('answer 1');
  await afterTurns();
  expect(requests()).toEqual([[1], [2, 3, 4]]);
  sent[1]?.answer();
  expect(await others[1]).toBe('answer 3');
  await afterTurns();
  expect(requests()[2]).toEqual([5]);
});

test('an answer that is an error is that of its question only; a failed request fails them all', async () => {
  const { batcher, sent } = startBatcher();
  const [bad, good] = [batcher.add(1), batcher.add(2)];
  await afterTurns();
  sent[0]?.answer([
    () => {
      throw new Error('unreadable');
    },
    () => 'answer 2',
  ]);
  await expect(bad).rejects.toThrow('unreadable');
  expect(await good).toBe('answer 2');
  const both = [batcher.add(3), batcher.add(4)];
  await afterTurns();
  sent[1]?.fail(new Error('unavailable'));
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('unavailable')));
});

test('a request that does not answer holds the others up for as long as it has patience', async () => {
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  const { batcher, sent, requests } = startBatcher();
  void batcher.add(1);
  await afterTurns();
  const other = batcher.add(2);
  await time.pass(PATIENCE_MS - 1);
  expect(requests()).toEqual([[1]]);
  await time.pass(1);
  expect(requests()).toEqual([[1], [2]]);
  sent[1]?.answer();
  expect(await other).toBe('answer 2');
});
