/** Which parts of a configuration are secret, so that the log leaves them out. */
import { passwordOf, type Config } from './config.ts';

/** The values in a configuration that must never be shown, even in the log. */
export function secretsOf({ sessionSecret, mongodbUri, ethRpcUrls }: Config): string[] {
  // A node's key is part of its URL: in the path, in the query or before the host.
  const keys = ethRpcUrls.flatMap((address) => {
    const { pathname, search, username, password } = new URL(address);
    const values = search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1));
    return [...pathname.split('/'), ...values, username, password]
      .flatMap((part) => [...new Set([part, decoded(part)])])
      .filter((part) => !isWord(part));
  });
  const credentials = [sessionSecret, mongodbUri && passwordOf(mongodbUri), ...keys];
  return credentials
    .filter((secret) => secret !== null)
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

/** Anything shorter is a path such as /rpc, or would redact ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** A path such as /mainnet contains no key. */
function isWord(part: string): boolean {
  return part.length < 16 && /^[a-z]+$/i.test(part);
}

/** A node may quote a key in its form before URL encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
