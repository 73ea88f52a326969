/**
 * Parses the text of a sign-in message (EIP-4361) line by line, in time linear in its length: it comes from
 * anyone, before anything is known about them. What its fields mean is defined in `sign-in-message.ts`.
 */

/** More than any wallet shows; the standard sets no bound. */
const MOST_RESOURCES = 20;

/** A message's fields as they are written (EIP-4361, Message Format). */
export interface Eip4361Message {
  readonly scheme: string | undefined;
  /** RFC 3986 authority. */
  readonly domain: string;
  /** As written in the text: the caller checks its checksum. */
  readonly address: string;
  readonly statement: string | undefined;
  readonly uri: string;
  /** '1', the only version. */
  readonly version: string;
  readonly chainId: number;
  readonly nonce: string;
  /** RFC 3339 date-times. */
  readonly issuedAt: string;
  readonly expirationTime: string | undefined;
  readonly notBefore: string | undefined;
  readonly requestId: string | undefined;
  readonly resources: readonly string[];
}

/** What is wrong with a text, and where: the error message begins with the line number. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

// RFC 3986's characters. None of the patterns below can match a text in more than one way.
const UNRESERVED = 'A-Za-z0-9\\-._~';
const SUB_DELIMS = "!$&'()*+,;=";
const ESCAPED = '%[0-9A-Fa-f]{2}';
const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*';

const HEADER = new RegExp(
  `^(?:(${SCHEME})://)?((?:[${UNRESERVED}${SUB_DELIMS}:@[\\]]|${ESCAPED})+) wants you to sign in with your Ethereum account:$`,
);
const STATEMENT = new RegExp(`^[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@ ]+$`);
const URI = new RegExp(`^${SCHEME}:(?:[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@]|${ESCAPED})+$`);
const REQUEST_ID = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ESCAPED})*$`);
const NONCE = /^[A-Za-z0-9]{8,}$/;
const CHAIN_ID = /^[0-9]{1,15}$/;
const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/i;

/** @throws MalformedMessage at the first line that does not follow the standard. */
export function parseEip4361(text: string): Eip4361Message {
  const lines = new Lines(text);
  const header = HEADER.exec(lines.next('the domain that asks'));
  if (!header) throw lines.complaint('no domain that asks to sign in');
  const address = lines.next('an address');
  lines.blank();
  // Without a statement two blank lines follow each other.
  const statement = lines.isBlank() ? undefined : lines.next('a statement');
  if (statement !== undefined && !STATEMENT.test(statement)) {
    throw lines.complaint('a statement of other characters than RFC 3986 has');
  }
  lines.blank();
  const message = {
    scheme: header[1],
    domain: header[2] ?? '',
    address,
    statement,
    uri: lines.field('URI', (value) => URI.test(value)),
    version: lines.field('Version', (value) => value === '1'),
    chainId: Number(lines.field('Chain ID', (value) => CHAIN_ID.test(value))),
    nonce: lines.field('Nonce', (value) => NONCE.test(value)),
    issuedAt: lines.field('Issued At', isDateTime),
    expirationTime: lines.optional('Expiration Time', isDateTime),
    notBefore: lines.optional('Not Before', isDateTime),
    requestId: lines.optional('Request ID', (value) => REQUEST_ID.test(value)),
    resources: lines.resources(),
  };
  lines.end();
  return message;
}

/** A day that exists in the calendar; `Date` would roll over to the next month. */
function isDateTime(text: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  if (Number.isNaN(Date.parse(text)) || day === undefined) return false;
  return (
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}

/** The lines of a text, read one by one. */
class Lines {
  readonly #lines: readonly string[];
  /** The number of the line read last, from 1. */
  #number = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  next(what: string): string {
    const line = this.#lines[this.#number];
    this.#number += 1;
    if (line === undefined) throw this.complaint(`${what} is missing`);
    return line;
  }

  isBlank(): boolean {
    return this.#lines[this.#number] === '';
  }

  blank(): void {
    if (this.next('a blank line') !== '') throw this.complaint('no blank line');
  }

  field(name: string, isRight: (value: string) => boolean): string {
    const value = this.optional(name, isRight);
    if (value !== undefined) return value;
    this.#number += 1;
    throw this.complaint(`no ${name}`);
  }

  optional(name: string, isRight: (value: string) => boolean): string | undefined {
    const line = this.#lines[this.#number];
    if (line === undefined || !line.startsWith(`${name}: `)) return undefined;
    this.#number += 1;
    const value = line.slice(name.length + 2);
    if (!isRight(value)) throw this.complaint(`no valid ${name}`);
    return value;
  }

  resources(): readonly string[] {
    if (this.#lines[this.#number] !== 'Resources:') return [];
    this.#number += 1;
    const resources: string[] = [];
    for (;;) {
      const line = this.#lines[this.#number];
      if (line === undefined) return resources;
      this.#number += 1;
      if (!line.startsWith('- ') || !URI.test(line.slice(2))) throw this.complaint('no resource');
      if (resources.length === MOST_RESOURCES) {
        throw this.complaint(`more than ${MOST_RESOURCES} resources`);
      }
      resources.push(line.slice(2));
    }
  }

  end(): void {
    if (this.#number === this.#lines.length) return;
    this.#number += 1;
    throw this.complaint('a line that is misplaced or unknown');
  }

  complaint(what: string): MalformedMessage {
    return new MalformedMessage(`line ${this.#number}: ${what}`);
  }
}
