import fc from 'fast-check';
import { Timestamp } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { turns } from '../../../tools/test/turns.ts';
import { deferRejection } from '../../lib/deadline.ts';
import { StoreUnavailable, VersionConflict } from '../store.ts';
import { joining } from '../testing/fixtures.ts';
import { CommitQueue, NeverSent, type Attempt } from './commit-queue.ts';
import { documentsOf, Mixed, NotCarriedOut, Unfit, type CommitDocuments } from './commit-batch.ts';

const TIME = new Timestamp({ t: 1, i: 1 });
const PATIENCE_MS = 1000;

const command = (n: number): CommitDocuments => documentsOf(joining(walletOf(n)), 0, null);
const numberOf = ({ player }: CommitDocuments): number => Number(player._id);
const soon = () => performance.now() + 4500;

interface Sent {
  readonly numbers: readonly number[];
  readonly batch: readonly CommitDocuments[];
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

/** A queue before a database that answers when the test says so. */
function queueOf() {
  const sent: Sent[] = [];
  const attempt: Attempt = (batch) =>
    new Promise((resolve, reject) => {
      sent.push({
        numbers: batch.map(numberOf),
        batch,
        succeed: () => resolve(TIME),
        fail: reject,
      });
    });
  const queue = new CommitQueue(attempt);
  const numbers = () => sent.map((one) => one.numbers);
  return { queue, sent, numbers };
}

/** Longer than what the queue puts off for a moment. */
const aMoment = () => turns(5);

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

test('what waits goes together: 64 at most, in two transactions at a time, with ordinals in order', async () => {
  const { queue, sent, numbers } = queueOf();
  const places = Array.from({ length: 150 }, (_, n) => queue.commit(command(n + 1), soon()));
  await aMoment();
  expect(numbers().map((batch) => batch.length)).toEqual([64, 64]);
  sent[1]?.succeed();
  expect(await places[64]).toEqual({ time: TIME, ordinal: 0 });
  expect(await places[127]).toEqual({ time: TIME, ordinal: 63 });
  await aMoment();
  expect(numbers()[2]).toEqual(Array.from({ length: 22 }, (_, n) => n + 129));
});

test('a wallet has one commit under way; one that it has overtaken is refused unsent', async () => {
  const { queue, sent, numbers } = queueOf();
  const first = queue.commit(command(1), soon());
  const second = queue.commit(command(1), soon());
  void queue.commit(command(2), soon());
  await aMoment();
  expect(numbers()).toEqual([[1, 2]]);
  sent[0]?.succeed();
  await first;
  await expect(second).rejects.toThrow(VersionConflict);
  expect(sent).toHaveLength(1);
});

describe('a batch that fails', () => {
  test('for a reason of one of them goes again one by one, beside what else there is', async () => {
    const { queue, sent, numbers } = queueOf();
    const places = [1, 2, 3].map((n) => queue.commit(command(n), soon()));
    await aMoment();
    sent[0]?.fail(new Mixed('a conflict'));
    await aMoment();
    expect(numbers().slice(1)).toEqual([[1], [2], [3]]);
    void queue.commit(command(4), soon());
    void queue.commit(command(5), soon());
    await aMoment();
    expect(numbers()[4]).toEqual([4, 5]);
    sent[2]?.fail(new Unfit(sent[2].batch));
    await expect(places[1]).rejects.toThrow(VersionConflict);
    sent[1]?.succeed();
    expect(await places[0]).toEqual({ time: TIME, ordinal: 0 });
  });

  test('for no reason of theirs goes again until time is up', async () => {
    const { queue, sent, numbers } = queueOf();
    const late = deferRejection(queue.commit(command(1), performance.now() + 50));
    void queue.commit(command(2), soon());
    await aMoment();
    const cause = new Error('not primary');
    await time.pass(60);
    sent[0]?.fail(new NotCarriedOut('a transient error', { cause }));
    await time.pass(60);
    await expect(late).rejects.toThrow(cause);
    expect(numbers()[1]).toEqual([2]);
  });
});

test('silent transactions hold the other wallets up for a second, and their own until they end', async () => {
  const { queue, sent, numbers } = queueOf();
  void queue.commit(command(1), soon());
  await aMoment();
  void queue.commit(command(2), soon());
  await aMoment();
  const refused = deferRejection(queue.commit(command(1), performance.now() + 100));
  const other = queue.commit(command(3), soon());
  await aMoment();
  expect(numbers()).toEqual([[1], [2]]);
  await time.pass(PATIENCE_MS);
  expect(numbers()).toEqual([[1], [2], [3]]);
  sent[2]?.succeed();
  await other;
  // It was never part of a transaction: nobody has to look for it.
  await expect(refused).rejects.toThrow(NeverSent);
});

const isUnknown = (error: unknown) =>
  error instanceof StoreUnavailable && !(error instanceof NeverSent);

test('whatever the database answers, every commit has one result, and no wallet is in two transactions', async () => {
  const answers = fc.constantFrom('succeed', 'unfit', 'mixed', 'again', 'unknown');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }),
      fc.array(answers, { maxLength: 10 }),
      async (numbers, script) => {
        const underWay = new Set<number>();
        const written: number[] = [];
        const unknown: number[] = [];
        let next = 0;
        const queue = new CommitQueue(async (batch) => {
          for (const one of batch) {
            expect(underWay).not.toContain(numberOf(one));
            underWay.add(numberOf(one));
          }
          await turns(1);
          for (const one of batch) underWay.delete(numberOf(one));
          const answer = script[next++] ?? 'succeed';
          if (answer === 'unfit') throw new Unfit(batch.slice(0, 1));
          if (answer === 'mixed' && batch.length > 1) throw new Mixed('a conflict');
          if (answer === 'again') throw new NotCarriedOut('a transient error');
          if (answer === 'unknown') {
            unknown.push(...batch.map(numberOf));
            throw new StoreUnavailable('no answer');
          }
          written.push(...batch.map(numberOf));
          return TIME;
        });
        const commits = numbers.map((n) => queue.commit(command(n), soon()));
        const { value: results } = await time.finish(Promise.allSettled(commits));
        const succeeded = numbers.filter((_, index) => results[index]?.status === 'fulfilled');
        expect(new Set(written)).toEqual(new Set(succeeded));
        expect(written).toHaveLength(succeeded.length);
        // None goes again whose result is unknown, and it is told so.
        const told = results.filter(
          (one) => one.status === 'rejected' && isUnknown(one.reason as unknown),
        );
        expect(told).toHaveLength(unknown.length);
        // All were of the same version.
        expect(new Set(succeeded).size).toBe(succeeded.length);
      },
    ),
    { numRuns: runs({ usual: 60, long: 1000 }) },
  );
});
