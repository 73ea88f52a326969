import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, NOW } from '../../common/testing/fixtures.ts';
import { newBackupPath, removeOldBackups } from './backup-folder.ts';

async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
}

const on = (day: string) => `denaria-2026-11-${day}T02-15-07Z.backup`;

test('a backup is named by its time, in a folder that is made for it', async () => {
  const folder = join(await folderWith(), 'not', 'there');
  const path = await newBackupPath(folder, Date.UTC(2026, 10, 30, 2, 15, 7, 123));
  expect(path).toBe(join(folder, on('30')));
  expect(await readdir(folder)).toEqual([]);
});

test('the newest backups stay, and whatever else lies beside them', async () => {
  const others = ['denaria-2026-11-26.backup', `${on('01')}.sig`, 'notes.txt'];
  const folder = await folderWith(on('09'), on('30'), on('28'), on('29'), ...others);
  const made = join(folder, on('30'));
  expect(await removeOldBackups(made, 2)).toEqual([on('09'), on('28')]);
  expect(await readdir(folder)).toEqual([...others, on('29'), on('30')].toSorted());
  expect(await removeOldBackups(made, 2)).toEqual([]);
});

test('the one just made stays, whatever a clock that was ahead has named others', async () => {
  const folder = await folderWith(on('28'), on('29'), on('30'));
  expect(await removeOldBackups(join(folder, on('28')), 1)).toEqual([on('29'), on('30')]);
  expect(await readdir(folder)).toEqual([on('28')]);
});

test('a folder that can’t be made is refused in a sentence', async () => {
  const folder = join(await folderWith('taken'), 'taken');
  await expect(newBackupPath(folder, NOW)).rejects.toThrow(/can’t hold backups: .+ Name another/);
});

test('a draft is removed a day after its backup was killed, and no sooner', async () => {
  const [dead, young] = [`${on('28')}.unfinished`, `${on('29')}.unfinished`];
  const folder = await folderWith(dead, young);
  const written = async (name: string, at: number) =>
    utimes(join(folder, name), at / 1000, at / 1000);
  await written(dead, NOW - DAY_MS - 1000);
  await written(young, NOW - DAY_MS + 1000);
  await newBackupPath(folder, NOW);
  expect(await readdir(folder)).toEqual([young]);
});
