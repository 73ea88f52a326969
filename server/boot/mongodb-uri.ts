/** What can be read of a MongoDB connection string; with several hosts it is not a URL. */

const SCHEME = String.raw`^mongodb(?:\+srv)?:\/\/`;
const PASSWORD = new RegExp(`${SCHEME}[^/@]*?:([^/@]*)@`);
const CREDENTIALS = new RegExp(`${SCHEME}(.*)@`);

/** As it is written, in percent-encoding; null if there is none. */
export function passwordOf(uri: string): string | null {
  return PASSWORD.exec(uri)?.[1] ?? null;
}

/**
 * Whether its user or password, which end at the last @, has a character of the address itself, where only %XX
 * may stand.
 */
export function hasBarePassword(uri: string): boolean {
  const [, credentials = ''] = CREDENTIALS.exec(uri) ?? [];
  return /[/?#@]|:.*:|%(?![0-9A-Fa-f]{2})/.test(credentials);
}
