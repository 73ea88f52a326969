/** The upgrade of a directory that release 1.0.0 wrote, and the way back. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { MoveRefused } from '../pipe.ts';
import { numberKey } from '../rows.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { dirTest as test } from '../testing/data-dir.ts';
import { joining } from '../testing/fixtures.ts';
import { inDirectory } from '../locations.ts';
import { using } from '../testing/locations.ts';
import { allEvents } from '../testing/observe.ts';
import { unpackInto } from '../testing/released-game.ts';
import { undoFolderUpgrade, upgradeFolder } from './upgraded-folder.ts';

const quietly = {
  announce: () => undefined,
  progress: () => undefined,
  audit: async () => undefined,
};
const LOCK = 'denaria.lock';
const filesIn = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith(LOCK))
    .toSorted();

/** Of both forms: the commits' wallets, in order. */
const commitsIn = (dataDir: string) =>
  using(inDirectory(dataDir), async (store) =>
    (await allEvents(store)).map(({ row }) => row.wallet),
  );

describe('a directory of form 8', () => {
  test('is upgraded in place, and keeps the old game, which can be put back', async ({
    dataDir,
  }) => {
    await unpackInto(dataDir, '1.0.0');
    const seen: unknown[] = [];
    const done = await upgradeFolder(dataDir, {
      ...quietly,
      announce: (form, extent) => seen.push(form, extent),
    });
    const archive = join(dataDir, 'form-8');
    const old = readFileSync(join(archive, DATABASE_FILE));
    expect(seen).toEqual([
      8,
      {
        size: old.length,
        needed: expect.closeTo(old.length * 1.25, -1) as unknown,
        free: expect.any(Number) as unknown,
      },
    ]);
    expect(done?.archive).toBe(archive);
    expect(filesIn(dataDir)).toEqual([DATABASE_FILE, 'form-8', join('form-8', DATABASE_FILE)]);
    const before = await commitsIn(dataDir);
    expect(before).toHaveLength(done?.digest.get('events')?.count ?? 0);
    expect(await upgradeFolder(dataDir, quietly)).toBeNull();

    // What is played now stays, too, when the old game is put back.
    await using(inDirectory(dataDir), async (store) => {
      const acts = await store.rows('act').range({ limit: 9, order: 'ascending' });
      expect(acts.map(({ key }) => key)).toEqual([numberKey(1), numberKey(2)]);
      await store.commit(joining(walletOf(9)), 0, null);
    });
    const back = await undoFolderUpgrade(dataDir);
    expect(back).toEqual({ form: 8, archive: join(dataDir, 'form-9') });
    // After SQLite's own header.
    const again = readFileSync(join(dataDir, DATABASE_FILE));
    expect(again.subarray(100).equals(old.subarray(100))).toBe(true);
    expect(filesIn(dataDir)).toEqual([
      DATABASE_FILE,
      'form-8',
      'form-9',
      join('form-9', DATABASE_FILE),
    ]);
    await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/has nothing to go back to/);

    await upgradeFolder(dataDir, quietly);
    expect(await commitsIn(dataDir)).toEqual(before);
    await undoFolderUpgrade(dataDir);
    expect(filesIn(join(dataDir, 'form-9'))).toHaveLength(2);
    expect(await commitsIn(join(dataDir, 'form-9'))).toEqual(before);
    expect(filesIn(join(dataDir, 'form-9')).at(0)).toMatch(/^20.*denaria\.db$/);
  });

  test('is as it was if an upgrade is refused or fails, whatever a killed one left', async ({
    dataDir,
  }) => {
    await unpackInto(dataDir, '1.0.0');
    const unfinished = join(dataDir, 'upgrade-unfinished');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, DATABASE_FILE), 'half');
    const refuse = () => {
      throw new MoveRefused('no room');
    };
    for (const failing of [
      { announce: refuse },
      { progress: refuse },
      { audit: async () => refuse() },
    ]) {
      await expect(upgradeFolder(dataDir, { ...quietly, ...failing })).rejects.toThrow('no room');
      expect(filesIn(dataDir)).toEqual([DATABASE_FILE]);
    }
    await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/has nothing to go back to/);
  });

  test('loses no act, and nothing that was played, to a program that comes in between', async ({
    dataDir,
  }) => {
    await unpackInto(dataDir, '1.0.0');
    // As 1.0.0's operate does, which knows nothing of an upgrade.
    const act = () => {
      const operate = new Database(join(dataDir, DATABASE_FILE), { timeout: 0 });
      try {
        operate.exec(`INSERT INTO acts VALUES (100, '{}')`);
      } finally {
        operate.close();
      }
    };
    const audit = async () => expect(act).toThrow(/locked/);
    expect(await upgradeFolder(dataDir, { ...quietly, audit })).not.toBeNull();
    await undoFolderUpgrade(dataDir);

    const played = join(dataDir, 'form-9');
    await using(inDirectory(played), async () => {
      await expect(upgradeFolder(dataDir, quietly)).resolves.not.toBeNull();
      await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/A Denaria is running on .*form-9/);
    });
    writeFileSync(join(played, `${DATABASE_FILE}-wal`), 'of a killed server');
    await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/has a log beside it/);
    rmSync(join(played, `${DATABASE_FILE}-wal`));
    writeFileSync(join(dataDir, 'form-8', DATABASE_FILE), 'hello');
    await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/form-8/);
    expect((await commitsIn(dataDir)).length).toBeGreaterThan(0);
  });

  test('is not upgraded under a server, nor where there is no game', async ({ dataDir }) => {
    await expect(upgradeFolder(dataDir, quietly)).rejects.toThrow(/holds no game/);
    await using(inDirectory(dataDir), async () => {
      await expect(upgradeFolder(dataDir, quietly)).rejects.toThrow(/in use by another Denaria/);
      await expect(undoFolderUpgrade(dataDir)).rejects.toThrow(/in use by another Denaria/);
    });
  });
});
