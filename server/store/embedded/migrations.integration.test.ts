/** Steps from form to form, made up here, and the forms that are refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { dirTest } from '../testing/data-dir.ts';
import { joining } from '../testing/fixtures.ts';
import { writeOlderGame } from '../testing/older-game.ts';
import { inDirectory, using } from '../testing/locations.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { openDatabase, type OpenedDatabase } from './database.ts';
import { openEmbeddedWallets } from './embedded-archive.ts';
import { one } from './sqlite.ts';

/** A second time it would fail. */
const STEP = `
  CREATE TABLE taken (at INTEGER NOT NULL) STRICT;
  UPDATE players SET document = json_set(document, '$.later', 1);
`;
const HALF_A_STEP = `${STEP}; UPDATE missing SET at = 1`;

function close({ writer, unlock }: OpenedDatabase): void {
  writer.close();
  unlock();
}

function lookAt({ writer }: OpenedDatabase) {
  const count = (sql: string) => one(writer, `SELECT count(*) FROM ${sql}`);
  return {
    form: one(writer, 'PRAGMA user_version'),
    tables: count("sqlite_schema WHERE name = 'taken'"),
    players: count('players'),
    changed: count("players WHERE document ->> '$.later' = 1"),
  };
}

const test = dirTest.extend<{
  /** Where a game of form 8 is that has a player. */ readonly game: string;
}>({
  game: async ({ dataDir }, use) => {
    await using(inDirectory(dataDir), (store) => store.commit(joining(walletOf(1)), 0, null));
    await use(dataDir);
  },
});

describe('a step to form 9', () => {
  const steps = [STEP];

  test('is taken once, by one of two processes, and by new data too', ({ game: dataDir }) => {
    const after = { form: 9, tables: 1, players: 1, changed: 1 };
    const first = openDatabase(dataDir, { steps });
    expect(lookAt(first)).toEqual(after);
    expect(() => openDatabase(dataDir, { steps })).toThrow('in use by another Denaria');
    close(first);
    const second = openDatabase(dataDir, { steps });
    expect(lookAt(second)).toEqual(after);
    close(second);
    const fresh = openDatabase(join(dataDir, 'new'), { steps });
    expect(lookAt(fresh)).toEqual({ ...after, players: 0, changed: 0 });
    close(fresh);
  });

  test('that ends half way leaves form 8, and is taken again from its beginning', async ({
    game: dataDir,
  }) => {
    expect(() => openDatabase(dataDir, { steps: [HALF_A_STEP] })).toThrow('no such table');
    const before = openDatabase(dataDir);
    expect(lookAt(before)).toEqual({ form: 8, tables: 0, players: 1, changed: 0 });
    close(before);
    const after = openDatabase(dataDir, { steps });
    expect(lookAt(after)).toEqual({ form: 9, tables: 1, players: 1, changed: 1 });
    close(after);
  });

  test('is not taken by a reader, which says what takes it', async ({ game: dataDir }) => {
    expect(() => openEmbeddedWallets({ dataDir }, 9)).toThrow(
      /earlier form \(version 8; this Denaria reads 9\)\. Start the game on it once/,
    );
    await openEmbeddedWallets({ dataDir }).close();
  });
});

describe('a data set is refused, with what to do, and left as it is', () => {
  const refused = (dataDir: string, words: RegExp) => {
    const file = () => readFileSync(join(dataDir, DATABASE_FILE));
    const before = file();
    for (const open of [openDatabase, () => openEmbeddedWallets({ dataDir })]) {
      expect(() => open(dataDir)).toThrow(words);
      expect(file().equals(before)).toBe(true);
    }
  };

  test('if it is of a newer form', async ({ game: dataDir }) => {
    close(openDatabase(dataDir, { steps: [STEP] }));
    refused(dataDir, /newer Denaria \(version 9 .*knows 8\)\. Start that one, or restore/);
  });

  test.for([1, 7, 8, 9])(
    'if it is of version %i from before form 8',
    async (version, { dataDir }) => {
      writeOlderGame(dataDir, version);
      refused(
        dataDir,
        /denaria\.db was written by an older Denaria.* Move it away, or set DATA_DIR to another directory, to begin a new game/,
      );
    },
  );
});
