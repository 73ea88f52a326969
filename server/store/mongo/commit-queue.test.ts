import fc from 'fast-check';
import { Timestamp } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import { turns } from '../../../tools/test/turns.ts';
import { StoreUnavailable, VersionConflict } from '../store.ts';
import { joining } from '../testing/fixtures.ts';
import { CommitQueue, NeverSent } from './commit-queue.ts';
import { documentsOf, Mixed, NotCarriedOut, Unfit, type CommitDocuments } from './commit-batch.ts';

const TIME = new Timestamp({ t: 1, i: 1 });

const command = (n: number): CommitDocuments => documentsOf(joining(walletOf(n)), 0, null);
const numberOf = ({ player }: CommitDocuments): number => Number(player._id);
const soon = () => performance.now() + 4500;

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

const isExpected = (error: unknown) =>
  error instanceof VersionConflict || error instanceof StoreUnavailable;

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
        const twice: number[] = [];
        const written: number[] = [];
        const unknown: number[] = [];
        let next = 0;
        const queue = new CommitQueue(async (batch) => {
          for (const one of batch) {
            if (underWay.has(numberOf(one))) twice.push(numberOf(one));
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
        expect(twice).toEqual([]);
        for (const one of results) {
          if (one.status === 'rejected') expect(isExpected(one.reason)).toBe(true);
        }
        const succeeded = numbers.filter((_, index) => results[index]?.status === 'fulfilled');
        expect(new Set(written)).toEqual(new Set(succeeded));
        expect(written).toHaveLength(succeeded.length);
        // None is sent again whose result is unknown, and each is told that it is unknown.
        const rejectedAsUnknown = results.filter(
          (one) => one.status === 'rejected' && isUnknown(one.reason as unknown),
        );
        expect(rejectedAsUnknown).toHaveLength(unknown.length);
        // All were of the same version.
        expect(new Set(succeeded).size).toBe(succeeded.length);
      },
    ),
    { numRuns: runs({ usual: 60, long: 1000 }) },
  );
});
