/**
 * Parses the text of a sign-in message (EIP-4361), in time linear in its length: it comes from
 * anyone, before anything is known about them. What its fields mean is defined in
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
  issuedAt: z.string().refine(isDateTime),
  expirationTime: z.string().refine(isDateTime).optional(),
  notBefore: z.string().refine(isDateTime).optional(),
  requestId: z.string().optional(),
  resources: z
    .string()
    .default('')
    .transform((lines) => lines.split('\n- ').slice(1)),
});
export type Eip4361Message = z.output<typeof fieldsSchema>;

// RFC 3986's characters. None of the patterns below can match a text in more than one way.
const UNRESERVED = 'A-Za-z0-9\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
const ESCAPED = '%[0-9A-Fa-f]{2}';
const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*';
const URI = `${SCHEME}:(?:[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@]|${ESCAPED})+`;
const DATE_TIME =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})';

const MESSAGE = new RegExp(
  [
    `^(?:(?<scheme>${SCHEME})://)?(?<domain>(?:[${UNRESERVED}${SUB_DELIMS}:@[\\]]|${ESCAPED})+) wants you to sign in with your Ethereum account:`,
    '\n(?<address>.*)\n',
    // Without a statement two blank lines follow each other.
    `(?:\n(?<statement>[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@ ]+))?\n`,
    `\nURI: (?<uri>${URI})`,
    '\nVersion: (?<version>1)',
    '\nChain ID: (?<chainId>[0-9]{1,15})',
    '\nNonce: (?<nonce>[A-Za-z0-9]{8,})',
    `\nIssued At: (?<issuedAt>${DATE_TIME})`,
    `(?:\nExpiration Time: (?<expirationTime>${DATE_TIME}))?`,
    `(?:\nNot Before: (?<notBefore>${DATE_TIME}))?`,
    `(?:\nRequest ID: (?<requestId>(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ESCAPED})*))?`,
    `(?:\nResources:(?<resources>(?:\n- ${URI}){0,${MOST_RESOURCES}}))?$`,
  ].join(''),
);

/** Null for a text that does not follow the standard. */
export function parseEip4361(text: string): Eip4361Message | null {
  return fieldsSchema.safeParse(MESSAGE.exec(text)?.groups).data ?? null;
}

/** A day that exists in the calendar; `Date` would roll over to the next month. */
function isDateTime(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  if (Number.isNaN(Date.parse(text)) || year === undefined || month === undefined) return false;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
