import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { describe, expect, test } from 'vitest';
import { MalformedMessage, parseEip4361 } from './eip4361.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
const textOf = (characters: readonly string[], constraints: fc.ArrayConstraints) =>
  fc.array(fc.constantFrom(...characters), constraints).map((picked) => picked.join(''));
const anyInstant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const anyUri = fc.constantFrom(
  'https://play.example.org',
  'https://play.example.org:8080/a/b?c=d#e',
  'http://127.0.0.1:3000/',
  'http://[2001:db8::1]:3000/x',
  'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
  'urn:isbn:1234567890',
  'https://example.org/%41%20',
);

/** Every field, each of them in many forms, as the reference implementation writes it. */
const anyMessage = fc.record(
  {
    scheme: fc.constantFrom('http', 'https', 'x+y.z-1'),
    domain: fc.constantFrom('play.example.org', 'localhost:3000', '127.0.0.1:65535', '[::1]:3000'),
    address: fc.constant(ADDRESS),
    statement: textOf([...letters, ...` -._~:/?#[]@!$&'()*+,;=`.split('')], {
      minLength: 1,
      maxLength: 60,
    }),
    uri: anyUri,
    version: fc.constant('1'),
    chainId: fc.integer({ min: 1, max: 999_999 }),
    nonce: textOf(letters, { minLength: 8, maxLength: 40 }),
    issuedAt: anyInstant,
    expirationTime: anyInstant,
    notBefore: anyInstant,
    requestId: textOf([...letters, ...`-._~!$&'()*+,;=:@`.split('')], {
      minLength: 1,
      maxLength: 20,
    }),
    resources: fc.array(anyUri, { minLength: 1, maxLength: 20 }),
  },
  { requiredKeys: ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] },
);

describe('an EIP-4361 message', () => {
  test('that the reference implementation writes is read field for field', () => {
    fc.assert(
      fc.property(anyMessage, (fields) => {
        expect(parseEip4361(new SiweMessage(fields).prepareMessage())).toEqual({
          scheme: undefined,
          statement: undefined,
          expirationTime: undefined,
          notBefore: undefined,
          requestId: undefined,
          resources: [],
          ...fields,
        });
      }),
      { numRuns: 300 },
    );
  });

  test('with a line left out, doubled or moved is refused, unless the line is optional', () => {
    const whole = new SiweMessage({
      domain: 'localhost:3000',
      address: ADDRESS,
      statement: 'Sign in',
      uri: 'http://localhost:3000',
      version: '1',
      chainId: 1,
      nonce: 'abcdef0123456789',
      issuedAt: '2026-05-01T12:00:00Z',
      expirationTime: '2026-05-01T12:05:00Z',
      requestId: '7',
    }).prepareMessage();
    const lines = whole.split('\n');
    const others = lines.flatMap((line, i) => [
      ...(/^(Expiration Time|Request ID|Sign in)/.test(line) ? [] : [lines.toSpliced(i, 1)]),
      lines.toSpliced(i, 0, line),
      ...(i > 0 && lines[i - 1] !== line
        ? [lines.toSpliced(i - 1, 2, line, lines[i - 1] ?? '')]
        : []),
    ]);
    expect(others.length).toBeGreaterThan(25);
    for (const other of others) {
      expect(() => parseEip4361(other.join('\n')), other.join('\n')).toThrow(MalformedMessage);
    }
  });

  test('has 20 resources at most', () => {
    const message = (count: number) =>
      new SiweMessage({
        domain: 'localhost:3000',
        address: ADDRESS,
        uri: 'http://localhost:3000',
        version: '1',
        chainId: 1,
        nonce: 'abcdef0123456789',
        issuedAt: '2026-05-01T12:00:00Z',
        resources: Array.from({ length: count }, (_, n) => `urn:x:${n}`),
      }).prepareMessage();
    expect(parseEip4361(message(20)).resources).toHaveLength(20);
    expect(() => parseEip4361(message(21))).toThrow('line 31: more than 20 resources');
  });

  test.each([
    ['anything', fc.string({ maxLength: 4096 })],
    ['lines of it', fc.array(fc.string()).map((lines) => lines.join('\n'))],
  ])('is all that is read: %s else is refused as one', (_what, anyText) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(() => parseEip4361(text)).toThrow(MalformedMessage);
      }),
    );
  });
});
