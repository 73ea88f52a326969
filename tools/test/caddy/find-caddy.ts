/**
 * Finds Caddy, the balancer of compose.yaml, for the tests: on the PATH, or in the project's cache
 * folder. Otherwise it takes Debian's or Ubuntu's package into that folder, without installing
 * anything.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable } from '../is-executable.ts';

type FoundCaddy =
  | { readonly found: true; readonly caddy: string }
  /** `why` says what was tried and how to get one. */
  | { readonly found: false; readonly why: string };

const CACHE = join(import.meta.dirname, '..', '..', '..', '.cache', 'caddy');
const CACHED = join(CACHE, 'caddy');
/** Where the package has it. */
const MEMBER = join('usr', 'bin', 'caddy');
const DOWNLOAD_MS = 60_000;

const run = promisify(execFile);

export async function findCaddy(): Promise<FoundCaddy> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const here = [...folders.map((folder) => join(folder, 'caddy')), CACHED].find(isExecutable);
  if (here) return { found: true, caddy: here };
  try {
    return { found: true, caddy: await fromDebian() };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return {
      found: false,
      why: `no caddy was found (${reason}). Install Caddy (https://caddyserver.com/docs/install).`,
    };
  }
}

/** apt checks the package's signature. */
async function fromDebian(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-caddy-'));
  const options = { cwd: folder, timeout: DOWNLOAD_MS };
  const download = () => run('apt-get', ['download', '--quiet', 'caddy'], options);
  try {
    await download().catch(async () => {
      // A new machine has no lists of packages yet, and only root may fetch them.
      await run('apt-get', ['update', '--quiet'], options);
      await download();
    });
    const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('apt-get downloaded nothing');
    await run('dpkg-deb', ['--extract', archive, 'package'], options);
    await mkdir(CACHE, { recursive: true });
    // Renamed once it is complete, because another run may be looking for it.
    const partial = join(CACHE, `caddy-${randomUUID()}`);
    await run('cp', [join('package', MEMBER), partial], options);
    await rename(partial, CACHED);
    return CACHED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
