/**
 * The log of the embedded database is watched: SQLite shortens it by itself, unless a reader holds
 * it back.
 */
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { commitAll, joining, settlements } from '../store/testing/fixtures.ts';
import { captureLog } from '../test/support/captured-log.ts';
import { watchLogSize } from './log-size.ts';

test('a long log is logged once while it lasts, and a short one is not', async () => {
  await inDataDir(async (dataDir) => {
    const store = await openEmbeddedStore({ dataDir });
    const [long, short] = [captureLog(), captureLog()];
    const watching = [
      watchLogSize(dataDir, long.log, { mostBytes: 500_000, pauseMs: 1 }),
      watchLogSize(dataDir, short.log, { pauseMs: 1 }),
    ];
    const joined = joining(walletOf(1));
    await commitAll(store, [joined, ...settlements(joined.player, 60)]);
    await expect.poll(() => long.count('log is long')).toBe(1);
    expect(long.lineWith('log is long')).toMatchObject({ bytes: expect.any(Number) });
    await Promise.all(watching.map((one) => one.close()));
    expect([long.count('log is long'), short.text()]).toEqual([1, '']);
    await store.close();
  });
});
