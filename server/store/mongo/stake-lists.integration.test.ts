/** A wallet's stakes are read only from their index, as many keys as there are answers. */
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { commitAll, commitManyStakes, joining } from '../testing/fixtures.ts';
import { allStakes } from '../testing/observe.ts';
import { withProcesses } from './testing/processes.ts';

const mongo = await testMongo();

test.skipIf(!mongo)(
  'any list reads hardly more keys than it answers, and sorts nothing',
  async () => {
    await withProcesses(mongo, async ({ db, open }) => {
      const store = await open();
      await commitAll(store, [joining(walletOf(1))]);
      await commitManyStakes(store, walletOf(1), { active: 300, ended: 3000 });
      const [before = null] = (await allStakes(store, walletOf(1))).slice(1500, 1501);
      await db.command({ profile: 2 });
      for (const kinds of [['dena'], ['dena', 'national', 'cultural']] as const) {
        for (const place of [null, before]) {
          const query = { kinds, activeOnly: false, before: place, limit: 310 };
          expect(await store.stakes(walletOf(1), query)).toHaveLength(310);
        }
      }
      await db.command({ profile: 0 });
      const profile = db.collection('system.profile');
      const reads = await profile.find({ 'command.find': 'stakes' }).toArray();
      expect(reads.length).toBeGreaterThanOrEqual(4);
      for (const { hasSortStage, keysExamined, nreturned } of reads) {
        expect(hasSortStage).toBeUndefined();
        expect(keysExamined).toBeLessThan(nreturned + 10);
      }
    });
  },
);
