/** The key that session cookies are signed with. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'session-secret';
const MIN_BYTES = 32;

/** The configured secret; without one, that of the data folder, made there the first time. */
export async function sessionSecret(config: {
  readonly sessionSecret: string | null;
  readonly dataDir: string;
}): Promise<Uint8Array> {
  return new TextEncoder().encode(config.sessionSecret ?? (await keptSecret(config.dataDir)));
}

async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx' makes the file or fails where it is: nobody's sessions end by a second start.
    await writeFile(path, randomBytes(MIN_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < MIN_BYTES) {
    throw new Error(`${path} is damaged. Delete it: a new one is made, and players sign in again.`);
  }
  return secret;
}
