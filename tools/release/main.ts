/**
 * `npm run release -- 1.0.0`: checks the code, names the version, builds, and fills `release/` with
 * what strangers run, the client package, an SBOM and checksums. Everything follows from the
 * commit: a second run makes the same bytes.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn, ROOT } from '../checks/files.ts';
import { packClient } from '../production/client-package.ts';
import { archive, named, ReleaseRefused, run } from './parts.ts';
import { sbom } from './sbom.ts';

const FOLDER = join(ROOT, 'release');
const CLIENT_FOLDER = join(ROOT, '.cache', 'client-package');

/**
 * What runs a server (`npm ci --omit=dev && npm start` in the unpacked folder), and what its
 * documents lead to.
 */
const SHIPPED = [
  'dist',
  'deploy',
  'docs',
  'examples',
  '.env.example',
  'ARCHITECTURE.md',
  'bench/RESULTS.md',
  'CHANGELOG.md',
  'client-kit/README.md',
  'CONTRIBUTING.md',
  'README.md',
  'RULES.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
];

/** Those that name the version; a release writes them. */
const VERSIONED = new Set(['package.json', 'package-lock.json', 'CHANGELOG.md']);

async function release(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseRefused('npm run release -- 1.2.3');
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  const foreign = changed.filter((line) => !VERSIONED.has(line.slice(3)));
  if (foreign.length > 0) {
    throw new ReleaseRefused(`Commit these first, or put them away:\n${foreign.join('\n')}`);
  }
  const commit = git('rev-parse', 'HEAD').trim();
  const at = new Date(Number(git('show', '-s', '--format=%ct', commit)) * 1000);

  run('npm', ['run', 'check']);
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
  const changes = join(ROOT, 'CHANGELOG.md');
  writeFileSync(changes, named(readFileSync(changes, 'utf8'), version, at));
  run('npm', ['run', 'build']);

  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await archive({
    folder: ROOT,
    files: SHIPPED.flatMap((place) => filesIn(place, /./)),
    prefix: `denaria-${version}`,
    at,
    to: join(FOLDER, `denaria-${version}.tar.gz`),
  });
  const client = await packClient(CLIENT_FOLDER);
  copyFileSync(client, join(FOLDER, basename(client)));
  writeFileSync(
    join(FOLDER, `denaria-${version}.cdx.json`),
    `${JSON.stringify(sbom({ version, commit, at }), null, 2)}\n`,
  );
  const files = readdirSync(FOLDER).toSorted();
  const sums = files.map((file) => `${sha256(join(FOLDER, file))}  ${file}\n`).join('');
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums);
  console.log(`\nrelease/ of commit ${commit}:\n${sums}`);
  const uncommitted = git('status', '--porcelain').trim();
  if (uncommitted !== '') {
    console.log(`The version is not committed yet. Commit it, and release again:\n${uncommitted}`);
  }
}

function git(...args: string[]): string {
  return run('git', args, { isQuiet: true });
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

try {
  await release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
