/** Opening the files: the settings that make commits durable, and what is refused. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dirTest as test } from '../testing/data-dir.ts';
import { writeOlderGame } from '../testing/released-game.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { connect, filesInPlace, openDatabase, type OpenedDatabase } from './database.ts';
import { openEmbeddedWallets } from './embedded-stream.ts';
import { APPLICATION_ID } from './tables.ts';

function close({ writer, unlock }: OpenedDatabase): void {
  writer.close();
  unlock();
}

test('a database that was opened has a log that is synced at every commit, on every connection', async ({
  dataDir,
}) => {
  const opened = openDatabase(dataDir);
  for (const connection of [opened.writer, connect(opened.path)]) {
    expect(connection.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(connection.pragma('synchronous')).toEqual([{ synchronous: 2 }]);
    connection.close();
  }
  opened.unlock();
});

test.skipIf(process.platform === 'win32')(
  'a new data set is readable only by its owner',
  async ({ dataDir }) => {
    const umask = process.umask(0o022);
    const opened = openDatabase(dataDir);
    process.umask(umask);
    for (const end of ['', '-wal', '-shm']) {
      expect(statSync(`${opened.path}${end}`).mode & 0o777, end).toBe(0o600);
    }
    close(opened);
  },
);

describe('the files under an open database', () => {
  const write = ({ writer }: OpenedDatabase) => {
    writer.exec('UPDATE data_set SET pinged_at = pinged_at + 1');
  };

  test.for([
    ['its file is emptied', (file: string) => truncateSync(file), /db was truncated/],
    [
      'its file’s start is overwritten',
      (file: string) => writeFileSync(file, 'xxxx', { flag: 'r+' }),
      /db was overwritten/,
    ],
    ['its log is emptied', (file: string) => truncateSync(`${file}-wal`), /wal was truncated/],
    ['its file is removed', (file: string) => rmSync(file), /db was removed/],
    ['its log is removed', (file: string) => rmSync(`${file}-wal`), /wal was removed/],
    [
      'its file is replaced',
      (file: string) => {
        writeFileSync(`${file}.new`, 'another');
        renameSync(`${file}.new`, file);
      },
      /db was replaced by another file/,
    ],
  ] as const)('are reported as gone if %s', async ([, damage, words], { dataDir: folder }) => {
    const opened = openDatabase(join(folder, 'data'));
    const files = filesInPlace(opened.path);
    write(opened);
    files.assert(true);
    damage(opened.path);
    expect(() => files.assert(true)).toThrow(words);
    files.close();
    opened.unlock();
  });

  test('are reported as gone by the next commit after the log was emptied', async ({ dataDir }) => {
    const opened = openDatabase(dataDir);
    const files = filesInPlace(opened.path);
    write(opened);
    truncateSync(`${opened.path}-wal`);
    write(opened);
    expect(() => files.assert(true)).toThrow(/wal was truncated or overwritten/);
    files.close();
    opened.unlock();
  });
});

describe('a data directory is refused with the remedy', () => {
  test('if it can’t be created', async ({ dataDir }) => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect(() => openDatabase(join(file, 'data'))).toThrow(StoreNotOpened);
    expect(() => openDatabase(join(file, 'data'))).toThrow(/can't be used: .* set DATA_DIR/);
  });

  // Root may write anywhere.
  test.skipIf(process.getuid?.() === 0)('if it can’t be written', async ({ dataDir }) => {
    const readOnly = join(dataDir, 'read-only');
    mkdirSync(readOnly);
    chmodSync(readOnly, 0o500);
    expect(() => openDatabase(readOnly)).toThrow(/can't be used: .* can be written/);
  });

  test.for([
    ['is no database', Buffer.from('Dear diary, today I bought an island.'.repeat(200))],
    ['is damaged', null],
  ] as const)('if the file %s', async ([, content], { dataDir }) => {
    const path = join(dataDir, DATABASE_FILE);
    writeFileSync(path, content ?? damagedDatabase(join(dataDir, 'whole')));
    expect(() => openDatabase(dataDir)).toThrow(
      /denaria\.db can't be used: .* Move the file away or restore it from a backup\./,
    );
  });

  test.for([
    ['another program’s', 0, 0, /a database of another program\. Move it away/],
    [
      'of form 10',
      10,
      APPLICATION_ID,
      /newer Denaria \(version 10 .*knows 9\)\. Start that one, or restore/,
    ],
    ['of form 8', 8, APPLICATION_ID, /older Denaria \(version 8 .*run `npm run upgrade`/],
    [
      'of form 7',
      7,
      APPLICATION_ID,
      /older Denaria.* Move it away, or set DATA_DIR to another directory, to begin a new game/,
    ],
  ] as const)(
    'if the file is %s, which is left unchanged',
    ([, version, id, words], { dataDir }) => {
      writeOlderGame(dataDir, version, id);
      const file = () => readFileSync(join(dataDir, DATABASE_FILE));
      const before = file();
      for (const open of [openDatabase, () => openEmbeddedWallets(dataDir)]) {
        expect(() => open(dataDir)).toThrow(words);
        expect(file().equals(before)).toBe(true);
      }
    },
  );
});

/**
 * A database of ours in which every page is overwritten except the first, which identifies it as
 * ours.
 */
function damagedDatabase(dataDir: string): Buffer {
  const opened = openDatabase(dataDir);
  opened.writer.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(opened.path);
  close(opened);
  return bytes.fill(0xff, 4096);
}
