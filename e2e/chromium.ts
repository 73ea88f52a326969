/**
 * The browser of the page tests: the Chromium from the @sparticuz/chromium package, unpacked once
 * into the project's cache folder, so only npm is needed. It is built for Linux on x64; elsewhere
 * the installed Chrome is used.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import project from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.cache', `chromium-${project.devDependencies['@sparticuz/chromium']}`);

interface BrowserLaunch {
  readonly executablePath?: string;
  readonly channel?: string;
  readonly args: string[];
  readonly ignoreDefaultArgs?: string[];
  readonly env: Record<string, string>;
}

/** How Playwright launches the browser: by path and environment, or by an installed channel. */
export function browserLaunch(): BrowserLaunch {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { channel: 'chrome', args: [], env };
  }
  if (!existsSync(FOLDER)) unpack();
  const executablePath = join(FOLDER, 'chromium');
  const bundled = {
    LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(FOLDER, 'fonts'),
  };
  return {
    executablePath,
    // The package's own list of switches disables web security; this switch is enough.
    args: ['--no-sandbox'],
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    env: missesLibraries(executablePath) ? { ...env, ...bundled } : env,
  };
}

/**
 * The package unpacks into TMPDIR, and its shared libraries only if it thinks it runs in a cloud
 * function. A separate process gets that environment, and the folder gets its final name only when
 * complete.
 */
function unpack(): void {
  const unfinished = `${FOLDER}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const program = "import('@sparticuz/chromium').then((m) => m.default.executablePath())";
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  if (existsSync(FOLDER)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, FOLDER);
}

/**
 * Whether what Chromium's processes share has room in memory, as containers' 64 MB do not. On a
 * disk it costs 70 ms more of the processor's time for each page that is loaded.
 */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= 2 ** 30;
}

/** Whether the system lacks a library that the browser needs (such as NSS on a bare server). */
function missesLibraries(executablePath: string): boolean {
  return execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found');
}
