import { expect, onTestFinished, test } from 'vitest';
import { startFakeTime } from '../../tools/test/fake-time.ts';
import { turns } from '../../tools/test/turns.ts';
import { Gathered, type AnswerOf } from './gathered.ts';

const PATIENCE_MS = 100;

interface Sent {
  readonly questions: readonly number[];
  readonly answer: (answers?: readonly AnswerOf<string>[]) => void;
  readonly fail: (error: Error) => void;
}

/** Questions to something that answers when the test says so. */
function gathered() {
  const sent: Sent[] = [];
  const all = new Gathered<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        const usual = questions.map((question) => () => `answer ${question}`);
        sent.push({ questions, answer: (answers = usual) => resolve(answers), fail: reject });
      }),
    { atOnce: 1, most: 3, patienceMs: PATIENCE_MS },
  );
  return { all, sent, asked: () => sent.map(({ questions }) => questions) };
}

/** Longer than what is put off for a moment. */
const aMoment = () => turns(5);

test('a question is asked at once; those that arrive meanwhile are asked together', async () => {
  const { all, sent, asked } = gathered();
  const first = all.ask(1);
  await aMoment();
  const others = [2, 3, 4, 5].map((question) => all.ask(question));
  await aMoment();
  expect(asked()).toEqual([[1]]);
  sent[0]?.answer();
  expect(await first).toBe('answer 1');
  await aMoment();
  expect(asked()).toEqual([[1], [2, 3, 4]]);
  sent[1]?.answer();
  expect(await others[1]).toBe('answer 3');
  await aMoment();
  expect(asked()[2]).toEqual([5]);
});

test('an answer that is an error is that of its question only; a failed request fails them all', async () => {
  const { all, sent } = gathered();
  const [bad, good] = [all.ask(1), all.ask(2)];
  await aMoment();
  sent[0]?.answer([
    () => {
      throw new Error('unreadable');
    },
    () => 'answer 2',
  ]);
  await expect(bad).rejects.toThrow('unreadable');
  expect(await good).toBe('answer 2');
  const both = [all.ask(3), all.ask(4)];
  await aMoment();
  sent[1]?.fail(new Error('unavailable'));
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('unavailable')));
});

test('a request that does not answer holds the others up for as long as it has patience', async () => {
  const time = startFakeTime();
  onTestFinished(() => time.stop());
  const { all, sent, asked } = gathered();
  void all.ask(1);
  await aMoment();
  const other = all.ask(2);
  await time.pass(PATIENCE_MS - 1);
  expect(asked()).toEqual([[1]]);
  await time.pass(1);
  expect(asked()).toEqual([[1], [2]]);
  sent[1]?.answer();
  expect(await other).toBe('answer 2');
});
