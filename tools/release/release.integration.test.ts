import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { archive } from './parts.ts';
import { sbom } from './sbom.ts';

const AT = new Date('2026-11-26T12:00:00Z');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('an archive', () => {
  /** Of two files that were made at this time, by somebody with this mask. */
  async function archiveOf(files: Readonly<Record<string, string>>, at: Date, mode: number) {
    const folder = mkdtempSync(join(tmpdir(), 'denaria-release-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      utimesSync(path, at, at);
    }
    const to = join(folder, 'archive.tar.gz');
    await archive({ folder, files: Object.keys(files), prefix: 'denaria-1.0.0', at: AT, to });
    return readFileSync(to);
  }

  test('does not depend on who made its files, or when', async () => {
    const first = await archiveOf({ a: 'one', b: 'two' }, AT, 0o644);
    const later = await archiveOf({ b: 'two', a: 'one' }, new Date('2027-01-01'), 0o664);
    expect(later.equals(first)).toBe(true);
    const other = await archiveOf({ a: 'one', b: 'three' }, AT, 0o644);
    expect(other.equals(first)).toBe(false);
  });
});

describe('the bill of materials', () => {
  const bom = sbom({ version: '1.0.0', commit: 'a'.repeat(40), at: AT });

  test('has what is installed and what is bundled, not what only builds', () => {
    const names = bom.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['mongodb', 'express', 'react', 'styled-components']),
    );
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('typescript');
  });
});
