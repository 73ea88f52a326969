import { describe, expect, test } from 'vitest';
import { signInMessage } from '../../../common/protocol/session.ts';
import { address } from '../../../common/values/address.ts';
import { objectionTo, parseSignIn, type SignInFields } from './sign-in-message.ts';

const WALLET = address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
const ORIGIN = 'http://localhost:3000';
const NOW = Date.parse('2026-05-01T12:00:00Z');
const MINUTE_MS = 60_000;

const message = signInMessage({
  domain: 'localhost:3000',
  uri: ORIGIN,
  walletAddress: WALLET,
  chainId: 1,
  nonce: 'abcdef0123456789',
  issuedAt: new Date(NOW),
});

function fieldsOf(text: string): SignInFields {
  const fields = parseSignIn(text);
  if (!fields.ok) throw new Error(fields.message);
  return fields;
}

/** The objection to a message, for its form or its content; null if there is none. */
function objection(text: string, origin = ORIGIN, now = NOW, chainId = 1): string | null {
  const fields = parseSignIn(text);
  if (!fields.ok) return fields.message;
  return objectionTo(fields, { origin, chainId, now })?.message ?? null;
}

const withLine = (line: string) => `${message}\n${line}`;

describe('a sign-in message', () => {
  test('of our own client signs in', () => {
    expect(objection(message)).toBeNull();
    expect(fieldsOf(message).wallet).toBe(WALLET);
  });

  test('signs in without a statement, with any other, and with every optional field', () => {
    expect(objection(message.replace(/\n\nSign in .*\n\n/, '\n\n\n'))).toBeNull();
    expect(objection(message.replace(/Sign in .*/, 'Another text, of a client elsewhere.'))).toBe(
      null,
    );
    const lines = [
      'Expiration Time: 2026-05-01T12:05:00Z',
      'Not Before: 2026-05-01T14:00:00+02:00',
      'Request ID: 42',
      'Resources:',
      '- https://example.org/terms',
    ];
    expect(objection(withLine(lines.join('\n')))).toBeNull();
  });

  test('signs in with the scheme in front of its domain, with a path in its uri, in any case', () => {
    expect(objection(message.replaceAll('localhost', 'LocalHost'))).toBeNull();
    expect(objection(message.replace(/^localhost/, 'http://localhost'))).toBeNull();
    expect(objection(message.replace(`URI: ${ORIGIN}`, `URI: ${ORIGIN}/ranking?a=1`))).toBeNull();
  });

  test('may name the wallet in lower case, but not with a mistyped digit', () => {
    const lowerCase = message.replace(WALLET, WALLET.toLowerCase());
    expect(fieldsOf(lowerCase).wallet).toBe(WALLET);
    expect(objection(message.replace('0xf39F', '0xf39f'))).toMatch(/line 2: .* checksum/);
  });

  test.each([
    ['another domain', /^localhost:3000/, 'evil.example'],
    ['another port', /^localhost:3000/, 'localhost:3001'],
    ['ours as a mere user name', /^localhost:3000/, 'localhost:3000@evil.example'],
    ['a user name before ours', /^localhost:3000/, 'evil.example@localhost:3000'],
    ['ours as a subdomain', /^localhost:3000/, 'localhost.evil.example:3000'],
    ['another scheme', /^localhost/, 'https://localhost'],
    ['the uri of another host', 'URI: http://localhost:3000', 'URI: http://evil.example'],
    ['the uri of another port', 'URI: http://localhost:3000', 'URI: http://localhost:3001'],
    ['the uri of another scheme', 'URI: http:', 'URI: https:'],
    ['ours in other digits', /^localhost:3000/, 'localhost:03000'],
    ['a user name before ours in its uri', 'URI: http://', 'URI: http://evil.example@'],
    ['a password before ours in its uri', 'URI: http://', 'URI: http://a:b@'],
    ['a uri that is no address', 'URI: http://localhost:3000', 'URI: urn:isbn:1234567890'],
  ])('that names %s signs in elsewhere', (_what, part, other) => {
    expect(objection(message.replace(part, other))).toContain('signs in to another site');
  });

  test.each(['0x7f000001', '2130706433', '127.1'])('for %s is not for 127.0.0.1', (host) => {
    const own = 'http://127.0.0.1:3000';
    const ours = message.replaceAll('localhost', '127.0.0.1');
    expect(objection(ours, own)).toBeNull();
    expect(objection(ours.replace('127.0.0.1', host), own)).toContain('another site');
    expect(objection(ours.replace('//127.0.0.1', `//${host}`), own)).toContain('another site');
  });

  test('of a rehearsal names its chain', () => {
    const rehearsed = message.replace('Chain ID: 1', 'Chain ID: 31337');
    expect(objection(rehearsed, ORIGIN, NOW, 31_337)).toBeNull();
    expect(objection(message, ORIGIN, NOW, 31_337)).toMatch(/rehearsal \(Chain ID: 31337\)/);
  });

  test.each(['5', '31337', '10', '0'])('for chain %s is not ours', (chainId) => {
    expect(objection(message.replace('Chain ID: 1', `Chain ID: ${chainId}`))).toContain(
      'Please switch to Ethereum Mainnet (Chain ID: 1)',
    );
  });

  test('[PRO30] is good for ten minutes around its time', () => {
    expect(objection(message, ORIGIN, NOW + 9 * MINUTE_MS)).toBeNull();
    expect(objection(message, ORIGIN, NOW - 9 * MINUTE_MS)).toBeNull();
    expect(objection(message, ORIGIN, NOW + 11 * MINUTE_MS)).toContain('not issued just now');
    expect(objection(message, ORIGIN, NOW - 11 * MINUTE_MS)).toContain('not issued just now');
  });

  test('respects its own time limits', () => {
    expect(objection(withLine('Expiration Time: 2026-05-01T12:00:00Z'))).toContain('has expired');
    expect(objection(withLine('Not Before: 2026-05-01T12:00:01Z'))).toContain('not valid before');
  });

  test.each([
    ['no text', ''],
    ['a plain text', 'let me in'],
    ['another version', message.replace('Version: 1', 'Version: 2')],
    ['a chain id that is no number', message.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['a chain id beyond numbers', message.replace('Chain ID: 1', `Chain ID: ${'9'.repeat(400)}`)],
    ['a short nonce', message.replace('abcdef0123456789', 'abc')],
    ['a day that does not exist', message.replace('2026-05-01', '2026-02-30')],
    ['Windows line ends', message.replaceAll('\n', '\r\n')],
    ['another alphabet', message.replace('Sign in', '로그인')],
    ['a uri that is relative', message.replace(`URI: ${ORIGIN}`, 'URI: /')],
    ['half a surrogate pair', message.replace('Sign in', '\ud800')],
  ])('of another form (%s) is refused in one sentence and a remedy', (_what, text) => {
    const fields = parseSignIn(text);
    expect(fields).toMatchObject({ ok: false, code: 'message-malformed' });
    expect(objection(text)).toMatch(
      /^The message is not a sign-in message as EIP-4361 lays it out\. Sign a new one\.$/,
    );
  });
});
