import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder, removeDataFolder } from '../test/support/data-folder.ts';
import { ledgerKey, objectionToSecrets, sessionSecrets } from './session-secret.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await newDataFolder();
});
afterEach(() => removeDataFolder(dataDir));

const saved = async (folder: string) => {
  const [secret, ...others] = await sessionSecrets({ sessionSecrets: null, dataDir: folder });
  expect(others).toEqual([]);
  return secret;
};

describe('the session secret', () => {
  test('is the configured one, if there is one, and others in their order', async () => {
    const configured = ['x'.repeat(32), 'y'.repeat(32)] as const;
    const secrets = await sessionSecrets({ sessionSecrets: [...configured], dataDir });
    expect(secrets.map((secret) => new TextDecoder().decode(secret))).toEqual(configured);
    await expect(stat(join(dataDir, 'session-secret'))).rejects.toThrow('ENOENT');
  });

  test('is otherwise generated once and saved where only its owner can read it', async () => {
    const folder = join(dataDir, 'not', 'there', 'yet');
    const secret = await saved(folder);
    expect(await saved(folder)).toEqual(secret);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600);
  });

  test('replaces the empty file that a full disk leaves', async () => {
    await writeFile(join(dataDir, 'session-secret'), '');
    expect((await saved(dataDir)).length).toBeGreaterThanOrEqual(32);
    expect(await readdir(dataDir)).toEqual(['session-secret']);
  });

  test('is not used if its file is damaged', async () => {
    await writeFile(join(dataDir, 'session-secret'), 'short');
    await expect(saved(dataDir)).rejects.toThrow(/Delete it/);
    await writeFile(join(dataDir, 'ledger-key'), `"${'0'.repeat(64)}"`);
    const ledger = ledgerKey({ mode: 'development', ledgerKey: null, dataDir });
    await expect(ledger).rejects.toThrow(/ledger-key is damaged. Put it back/);
  });
});

describe('session secrets', () => {
  const [one, other] = ['0123456789abcdef ghijklmnopqrstuv', 'vutsrqponmlkjihg fedcba9876543210'];

  test('are one, or a new one and the old one', () => {
    expect(objectionToSecrets([one])).toBeNull();
    expect(objectionToSecrets([one, other])).toBeNull();
  });

  test.each([
    [
      'one with a comma',
      [one.slice(0, 20), `${one.slice(20)}${other}`],
      /comma.*first part must be 32/,
    ],
    ['only a new one', [one, ''], /comma.*second part must be 32 bytes/],
    ['the same twice', [one, one], /two that differ/],
  ])('that are %s are refused with the remedy', (_, secrets, objection) => {
    expect(objectionToSecrets(secrets)).toMatch(objection);
  });
});
