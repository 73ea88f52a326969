/** What a timer runs, a backup into a folder; and the check that one can be restored. */
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { weekAt } from '../../common/values/week.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { firstWeekOpened, weekEndedBefore } from '../store/kept/era.ts';
import { commitAll, story } from '../store/testing/fixtures.ts';
import { inDirectory } from '../store/locations.ts';
import { using } from '../store/testing/locations.ts';
import { runProgram } from './support/operate.ts';

test('a backup is restored elsewhere and audited, and takes the place of the oldest; a check says what one holds', async () => {
  await inDataDir(async (root) => {
    const dataDir = join(root, 'game');
    const folder = join(root, 'backups');
    const temporary = join(root, 'temporary');
    for (const path of [dataDir, folder, temporary]) await mkdir(path);
    await using(inDirectory(dataDir), async (store) => {
      const week = weekAt(NOW);
      await store.changeEra(firstWeekOpened(week));
      await commitAll(store, story(walletOf(1)).slice(0, 1));
      await store.changeEra(weekEndedBefore(week + 1));
    });
    const older = ['denaria-2020-01-01T00-00-00Z.backup', 'denaria-2021-01-01T00-00-00Z.backup'];
    for (const name of older) await writeFile(join(folder, name), '');

    const env = { DATA_DIR: dataDir, TMPDIR: temporary };
    const made = await runProgram('backup', env, ['--into', folder, '--keep', '2']);
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(made.out).toContain('events and what is stored agree');
    expect(made.out).toContain(`Deleted what is older: ${older[0]}.`);
    const [newer, name = ''] = (await readdir(folder)).toSorted();
    expect([newer, name]).toEqual([older[1], expect.stringMatching(/^denaria-[\dTZ-]+\.backup$/)]);

    const backup = join(folder, name);
    const nowhere = { DATA_DIR: join(root, 'nowhere'), TMPDIR: temporary };
    const checked = await runProgram('restore', nowhere, ['--check', backup]);
    expect(checked).toMatchObject({ code: 0, error: '' });
    for (const said of [
      /, of 20\S+Z, was restored into a temporary place\./,
      / {2}players 1\n/,
      /Stakes, events and what is stored agree for every player\./,
    ]) {
      expect(checked.out).toMatch(said);
    }

    await truncate(backup, 5000);
    const refused = await runProgram('restore', nowhere, ['--check', backup]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toMatch(/^\S+\.backup is damaged/);
    expect(await readdir(temporary)).toEqual([]);
    expect(await readdir(root)).not.toContain('nowhere');
  });
});
