/** Every place that names Node versions names the same two. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './files.ts';

const textOf = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

test('the image and the workflows run on one Node, and on the oldest supported one', () => {
  const [, oldest] = /"node": ">=(\d+\.\d+)"/.exec(textOf('package.json')) ?? [];
  const pinned = textOf('.nvmrc').trim();
  const images = [...textOf('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)];
  expect(images.map(([, version]) => version)).toEqual([pinned, pinned, pinned]);
  const workflows = readdirSync(join(ROOT, '.github', 'workflows'));
  const versions = workflows
    .map((file) => textOf('.github', 'workflows', file))
    .flatMap((workflow) => [...workflow.matchAll(/node-version(?:-file)?: '?([^'\n]*)/g)])
    .map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([`${oldest}.0`, '.nvmrc']));
});
