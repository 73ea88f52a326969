/**
 * Parses the text of a sign-in message (EIP-4361) line by line, in time linear in its length: it
 * comes from anyone, before anything is known about them. What its fields mean is defined in
 * `sign-in-message.ts`.
 */
import { z } from 'zod';

/** More than any wallet shows; the standard sets no bound. */
const MOST_RESOURCES = 20;

/** A message's fields as they are written (EIP-4361, Message Format). */
const fieldsSchema = z.object({
  scheme: z.string().optional(),
  /** RFC 3986 authority. */
  domain: z.string(),
  /** As written in the text: the caller checks its checksum. */
  address: z.string(),
  statement: z.string().optional(),
  uri: z.string(),
  /** '1', the only version. */
  version: z.string(),
  chainId: z.coerce.number(),
  nonce: z.string(),
  /** RFC 3339 date-times. */
  issuedAt: z.string(),
  expirationTime: z.string().optional(),
  notBefore: z.string().optional(),
  requestId: z.string().optional(),
});
export type Eip4361Message = ReturnType<typeof parseEip4361>;

/** What is wrong with a text, and where: the error message begins with the line number. */
export class MalformedMessage extends Error {}

// RFC 3986's characters. None of the patterns below can match a text in more than one way.
const UNRESERVED = 'A-Za-z0-9\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
const ESCAPED = '%[0-9A-Fa-f]{2}';
const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*';
const URI = `${SCHEME}:(?:[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@]|${ESCAPED})+`;
const DATE_TIME =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})';

interface Line {
  readonly what: string;
  readonly pattern: RegExp;
  readonly isOptional: boolean;
}

function line(what: string, pattern: string, { isOptional = false } = {}): Line {
  return { what, pattern: new RegExp(`^${pattern}$`), isOptional };
}

/** In their order; each pattern names the field that it reads. */
const LINES: readonly Line[] = [
  line(
    'domain that asks to sign in',
    `(?:(?<scheme>${SCHEME})://)?(?<domain>(?:[${UNRESERVED}${SUB_DELIMS}:@[\\]]|${ESCAPED})+) wants you to sign in with your Ethereum account:`,
  ),
  line('address', '(?<address>.*)'),
  line('blank line', ''),
  // Without a statement two blank lines follow each other.
  line('statement', `(?<statement>[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@ ]+)`, { isOptional: true }),
  line('blank line', ''),
  line('URI', `URI: (?<uri>${URI})`),
  line('Version', 'Version: (?<version>1)'),
  line('Chain ID', 'Chain ID: (?<chainId>[0-9]{1,15})'),
  line('Nonce', 'Nonce: (?<nonce>[A-Za-z0-9]{8,})'),
  line('Issued At', `Issued At: (?<issuedAt>${DATE_TIME})`),
  line('Expiration Time', `Expiration Time: (?<expirationTime>${DATE_TIME})`, { isOptional: true }),
  line('Not Before', `Not Before: (?<notBefore>${DATE_TIME})`, { isOptional: true }),
  line('Request ID', `Request ID: (?<requestId>(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ESCAPED})*)`, {
    isOptional: true,
  }),
  line('Resources', 'Resources:', { isOptional: true }),
];
const RESOURCE = new RegExp(`^- (${URI})$`);

/** @throws MalformedMessage at the first line that does not follow the standard. */
export function parseEip4361(text: string) {
  const lines = text.split('\n');
  const written: Record<string, string | undefined> = {};
  const resources: string[] = [];
  let read = 0;
  const malformed = (what: string) => new MalformedMessage(`line ${read + 1}: ${what}`);
  for (const { what, pattern, isOptional } of LINES) {
    const found = pattern.exec(lines[read] ?? '\n');
    if (found) {
      Object.assign(written, found.groups);
      read += 1;
    } else if (!isOptional) throw malformed(`no ${what}`);
  }
  const end = lines[read - 1] === 'Resources:' ? lines.length : read;
  for (; read < end; read += 1) {
    const [, resource] = RESOURCE.exec(lines[read] ?? '') ?? [];
    if (resource === undefined) throw malformed('no resource');
    if (resources.length === MOST_RESOURCES) {
      throw malformed(`more than ${MOST_RESOURCES} resources`);
    }
    resources.push(resource);
  }
  if (read < lines.length) throw malformed('a line that is misplaced, unknown or not valid');
  const fields = fieldsSchema.parse(written);
  for (const time of [fields.issuedAt, fields.expirationTime, fields.notBefore]) {
    if (time !== undefined && !isDateTime(time)) throw malformed(`no time is ${time}`);
  }
  return { ...fields, resources };
}

/** A day that exists in the calendar; `Date` would roll over to the next month. */
function isDateTime(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  if (Number.isNaN(Date.parse(text)) || year === undefined || month === undefined) return false;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
