/**
 * Loaded before a benchmark: checks for its peers, packages of this folder that `npm install` in the
 * project's folder does not install.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import bench from './package.json' with { type: 'json' };

const missing = Object.keys(bench.dependencies).some(
  (name) => !existsSync(join(import.meta.dirname, 'node_modules', name, 'package.json')),
);
if (missing) {
  console.error('The benchmarks’ peers are not installed: run `npm ci --prefix bench` first.');
  process.exit(2);
}
