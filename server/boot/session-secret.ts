/**
 * The keys that sign session cookies, and the ledger's: configured, or in development saved in the
 * data folder.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILES = { session: 'session-secret', ledger: 'ledger-key' } as const;
const REMEDIES = {
  session: 'Delete it: a new one is made, and players sign in again.',
  ledger: 'Put it back from a backup, or delete it and the game beside it.',
} as const;
/** Of a file as it is made; an operator may put another secret into the first. */
const FORMS = { session: /^.{32,}$/s, ledger: /^[0-9a-f]{64}$/ } as const;
const MIN_BYTES = 32;
/** Of 32 random bytes as hexadecimal digits, one in six million has fewer. */
const MIN_DIFFERENT = 12;

/**
 * The configured secrets, of which the first signs; without one, the one in the data folder,
 * created there the first time.
 */
export async function sessionSecrets(config: {
  readonly sessionSecrets: readonly [string, ...string[]] | null;
  readonly dataDir: string;
}): Promise<readonly [Uint8Array, ...Uint8Array[]]> {
  const bytes = (secret: string) => new TextEncoder().encode(secret);
  const [first, ...others] = config.sessionSecrets ?? [
    await savedSecret(config.dataDir, 'session'),
  ];
  return [bytes(first), ...others.map(bytes)];
}

/** The private key of the ledger (RFC 8032); null: there is no ledger. */
export async function ledgerKey(config: {
  readonly mode: string;
  readonly ledgerKey: string | null;
  readonly dataDir: string;
}): Promise<Uint8Array | null> {
  if (config.ledgerKey === null && config.mode === 'production') return null;
  return Buffer.from(config.ledgerKey ?? (await savedSecret(config.dataDir, 'ledger')), 'hex');
}

/**
 * What is wrong with a configured secret, as the end of a sentence with the remedy; null if nothing
 * is.
 */
export function objectionToSecret(text: string): string | null {
  const remedy = 'make one with `openssl rand -hex 32`.';
  if (/[\r\n]/.test(text)) {
    return 'must be one line: a comma stands between a new session secret and the old one.';
  }
  if (Buffer.byteLength(text) < MIN_BYTES) return `must be 32 bytes or longer: ${remedy}`;
  if (new Set(text).size < MIN_DIFFERENT) {
    return `must have ${MIN_DIFFERENT} different characters or more: ${remedy}`;
  }
  return isRepetitive(text) ? `must not be one part repeated: ${remedy}` : null;
}

/** The same of session secrets: one, or a new one and the old one. */
export function objectionToSecrets(secrets: readonly string[]): string | null {
  const [first = '', second] = secrets;
  if (second === undefined) return objectionToSecret(first);
  if (secrets.length > 2 || first === second) {
    return 'is one secret, or a new one, a comma and the old one: two that differ, and neither with a comma of its own.';
  }
  const objections = [objectionToSecret(first), objectionToSecret(second)];
  const at = objections.findIndex((objection) => objection !== null);
  if (at === -1) return null;
  return `has a comma, which stands between a new secret and the old one, and never in one; its ${at === 0 ? 'first' : 'second'} part ${objections[at]}`;
}

/** True if the text is one part repeated, the last time perhaps cut short. */
function isRepetitive(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}

async function savedSecret(dataDir: string, what: keyof typeof FILES): Promise<string> {
  const path = join(dataDir, FILES[what]);
  await mkdir(dataDir, { recursive: true });
  // A full disk may have left an empty one, by which nothing was ever signed.
  if (!(await stat(path).catch(() => null))?.size) {
    await writeFile(path, randomBytes(MIN_BYTES).toString('hex'), { mode: 0o600 });
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (!FORMS[what].test(secret)) {
    throw new Error(`${path} is damaged. ${REMEDIES[what]}`);
  }
  return secret;
}
