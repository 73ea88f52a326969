import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder, removeDataFolder } from '../test/support/data-folder.ts';
import { sessionSecret } from './session-secret.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await newDataFolder();
});
afterEach(() => removeDataFolder(dataDir));

const kept = (folder: string) => sessionSecret({ sessionSecret: null, dataDir: folder });

describe('the session secret', () => {
  test('is the configured one, if there is one', async () => {
    const secret = await sessionSecret({ sessionSecret: 'x'.repeat(32), dataDir });
    expect(new TextDecoder().decode(secret)).toBe('x'.repeat(32));
    await expect(stat(join(dataDir, 'session-secret'))).rejects.toThrow('ENOENT');
  });

  test('is otherwise generated once and kept where only its owner can read it', async () => {
    const folder = join(dataDir, 'not', 'there', 'yet');
    const secrets = await Promise.all([kept(folder), kept(folder), kept(folder)]);
    expect(new Set(secrets.map((secret) => secret.join())).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600);
  });

  test('replaces the empty file that a full disk leaves', async () => {
    await writeFile(join(dataDir, 'session-secret'), '');
    expect((await kept(dataDir)).length).toBeGreaterThanOrEqual(32);
    expect(await readdir(dataDir)).toEqual(['session-secret']);
  });

  test('is not used if its file is damaged', async () => {
    await writeFile(join(dataDir, 'session-secret'), 'short');
    await expect(kept(dataDir)).rejects.toThrow(/Delete it/);
  });
});
