/**
 * The chaos tool's model is written from the documents. The model and its clients import none of the game's
 * own code, or they would repeat its mistakes; the rig and the faults may.
 */
import { expect, test } from 'vitest';
import { sourceFiles } from './files.ts';
import { importsOf, targetOf, type Import } from './imports.ts';

const OWN = ['tools/chaos/model/', 'tools/chaos/client/'];

const isOwn = (file: string): boolean => OWN.some((folder) => file.startsWith(folder));

function isForeign({ from, specifier }: Import): boolean {
  return specifier.startsWith('.') && !isOwn(targetOf(from, specifier));
}

test('the chaos tool’s model and clients import no code of the game', () => {
  const files = sourceFiles('tools/chaos').filter(isOwn);
  expect(files).toContain('tools/chaos/model/compare.ts');
  expect(files).toContain('tools/chaos/client/player.ts');
  expect(files.flatMap(importsOf).filter(isForeign)).toEqual([]);
});
