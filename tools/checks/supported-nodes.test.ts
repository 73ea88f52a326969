/** Every place that names Node versions names the same two. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageNode, oldestNode } from '../test/supported-nodes.ts';
import { ROOT } from './files.ts';

test('the workflows run on the image’s Node and on the oldest supported one', () => {
  const folder = join(ROOT, '.github', 'workflows');
  const workflows = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const versions = workflows
    .flatMap((workflow) => [...workflow.matchAll(/node-version: '(.*)'/g)])
    .map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([imageNode(), oldestNode()]));
});
