/**
 * Programs that tests start from the sources. A run bundles them once: one start takes 0.8 s of
 * processor time from the bundle, 3.6 s by tsx.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** By its path: a child may run in another folder. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;

/** The workers that a server starts, which it looks for beside its own file. */
export const SERVER_WORKERS = [
  'server/store/embedded/worker.ts',
  'server/http/page-renderer/render-worker.ts',
];

const PROGRAMS = [
  'server/audit.ts',
  'server/backup.ts',
  'server/ledger.ts',
  'server/migrate.ts',
  'server/operate.ts',
  'server/restore.ts',
  'server/upgrade.ts',
  'server/boot/run-until-signal.ts',
  'tools/chaos/ledger-process.ts',
  'tools/rig/source-server.ts',
  ...SERVER_WORKERS,
];

/** Each as `name.js` in the folder, with the packages that it uses but for native ones. */
export async function bundle(programs: readonly string[], folder: string): Promise<void> {
  await build({
    entryPoints: programs.map((file) => join(ROOT, file)),
    absWorkingDir: ROOT,
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    // They are found by their names in error messages, too.
    keepNames: true,
    // Packages that are not modules load their own parts by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}

/** Bundles all programs for the processes of this run, which find them by the environment. */
export async function bundleForRun(folder: string): Promise<void> {
  await bundle(PROGRAMS, folder);
  process.env['DENARIA_PROGRAMS'] = folder;
}

/**
 * What Node runs for a module of the sources: the run's bundle of it, or the module itself through
 * tsx.
 */
export function runnable(module: string): { readonly file: string; readonly execArgv: string[] } {
  if (!module.endsWith('.ts')) return { file: module, execArgv: [] };
  const folder = process.env['DENARIA_PROGRAMS'];
  const bundled = folder === undefined ? null : join(folder, basename(module, '.ts') + '.js');
  if (bundled !== null && existsSync(bundled)) return { file: bundled, execArgv: [] };
  return { file: module, execArgv: ['--import', TSX] };
}
