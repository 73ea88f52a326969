/**
 * `npm run build`: Vite builds the client into dist/client, with a page for every route; the
 * TypeScript compiler compiles the server into dist/server and dist/common, file by file, so
 * relative module paths (such as the store's worker) still resolve.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from './precompress.ts';
import { writePages } from './prerender.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');
const CONFIG = join(ROOT, 'vite.config.ts');
const SERVER_ENTRIES = [
  'server/start.ts',
  'server/migrate.ts',
  'server/backup.ts',
  'server/restore.ts',
  'server/upgrade.ts',
  'server/audit.ts',
  'server/operate.ts',
  'server/ledger.ts',
  'server/store/embedded/worker.ts',
  'server/http/page-renderer/render-worker.ts',
];

function buildServer(): void {
  const project = join(ROOT, '.cache', 'tsconfig.build.json');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        rootDir: '..',
        outDir: '../dist',
        rewriteRelativeImportExtensions: true,
        sourceMap: true,
        types: ['node'],
      },
      files: SERVER_ENTRIES.map((entry) => `../${entry}`),
      include: [],
    }),
  );
  const result = spawnSync('npx', ['tsc', '--project', project], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) throw new Error('the server does not compile');
}

// A test that builds has another, and Vite would follow it.
process.env['NODE_ENV'] = 'production';
rmSync(DIST, { recursive: true, force: true });
buildServer();
await build({ configFile: CONFIG });
// Beside the served files, not among them.
renameSync(join(DIST, 'client', '.vite', 'manifest.json'), join(DIST, 'client-manifest.json'));
rmSync(join(DIST, 'client', '.vite'), { recursive: true });
await writePages(CONFIG, DIST);
await precompress(join(DIST, 'client'));
