import Database from 'libsql';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDataDir } from '../testing/data-dir.ts';
import { atomically, isFull, one } from './sqlite.ts';

test('what is carried out atomically leaves nothing where the disk is full, and says that it is', async () => {
  await inDataDir(async (folder) => {
    const connection = new Database(join(folder, 'a.db'));
    connection.exec('CREATE TABLE texts (text TEXT) STRICT; PRAGMA max_page_count = 20');
    const add = connection.prepare('INSERT INTO texts VALUES (?)');
    atomically(connection, () => add.run(['one']));
    const filling = () =>
      atomically(connection, () => {
        for (let n = 0; n < 100; n += 1) add.run(['x'.repeat(4000)]);
      });
    let error: unknown;
    try {
      filling();
    } catch (thrown) {
      error = thrown;
    }
    expect([isFull(error), String(error)]).toEqual([true, expect.stringContaining('full')]);
    expect(one(connection, 'SELECT count(*) FROM texts')).toBe(1);
    atomically(connection, () => add.run(['two']));
    expect(one(connection, 'SELECT count(*) FROM texts')).toBe(2);
    connection.close();
  });
});
