/** Every place that names Node versions names the same two. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageNode, oldestNode } from '../test/supported-nodes.ts';
import { ROOT } from './files.ts';

test('the workflow runs on the image’s Node and on the oldest supported one', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'ci.yml'), 'utf8');
  const versions = [...workflow.matchAll(/node-version: '(.*)'/g)].map(([, version]) => version);
  expect(versions).toEqual([imageNode(), oldestNode()]);
});
