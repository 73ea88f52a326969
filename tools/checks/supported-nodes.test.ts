/** Every place that names a Node names the same two. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageNode, oldestNode } from '../test/supported-nodes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('the workflow runs on the image’s Node and on the oldest that is allowed', () => {
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'ci.yml'), 'utf8');
  const versions = [...workflow.matchAll(/node-version: '(.*)'/g)].map(([, version]) => version);
  expect(versions).toEqual([imageNode(), oldestNode()]);
});
