/** Secrets in files, which may be written in a way that makes them another secret. */
import { readFileSync } from 'node:fs';

const IN_QUOTES = /^(["'`]).*\1$|^“.*”$|^‘.*’$/s;
/** The shortest that is decoded: an address of a node on this machine. */
const BASE64 = /^[A-Za-z0-9+/_-]{22,}={0,2}$/;
const PRINTABLE = /^[\x20-\x7e]+$/;
const INVISIBLE = /\p{Cf}/u;

/**
 * The secret in a file.
 * @param name of its variable.
 * @returns `problem`: why there is none, as the rest of a sentence with the remedy.
 */
export function secretIn(
  path: string,
  name: string,
): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `can't be read: ${reason}. Check that the file is there, and that this user may read it.`,
    };
  }
  const text = textOf(bytes)?.trim();
  if (text === undefined) {
    return {
      problem: 'is not UTF-8 text: PowerShell and some editors write UTF-16. Save it as UTF-8.',
    };
  }
  if (text === '') return { problem: 'is empty. Put the secret into it.' };
  const problem = objectionToWriting(name, text) ?? (isEncodedText(text) ? ENCODED : null);
  return problem === null ? { text } : { problem };
}

const ENCODED = 'holds base64 of a text. Decode it, and save what comes out.';

/** Null for what is not UTF-8: in UTF-16 every other byte of a secret is 0. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  const isText = Buffer.from(text).equals(bytes) && !text.includes('\0');
  return isText ? text : undefined;
}

/** What shows that a secret was written with something around it, as the rest of a sentence. */
function objectionToWriting(name: string, text: string): string | null {
  const named = new RegExp(String.raw`^[\s{"']*(?:export\s+)?${name}["']?\s*[=:]`, 'i');
  if (named.test(text)) return `has its name before it. Put only the value there, without ${name}.`;
  if (text.split(',').some((part) => IN_QUOTES.test(part.trim())))
    return 'is in quotation marks, which would be a part of it. Leave them out.';
  return INVISIBLE.test(text) ? 'has an invisible character. Write it again.' : null;
}

/** True for base64 of a text: random bytes are none. */
function isEncodedText(text: string): boolean {
  const joined = text.replaceAll(/\s/g, '');
  return (
    BASE64.test(joined) && PRINTABLE.test(Buffer.from(joined, 'base64').toString('latin1').trim())
  );
}
