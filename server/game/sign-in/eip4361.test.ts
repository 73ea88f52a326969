import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../tools/test/run-counts.ts';
import { parseEip4361 } from './eip4361.ts';
import { ADDRESS, anyEdit, anyMessage, edited } from './testing/any-message.ts';

describe('an EIP-4361 message', () => {
  test('written by the reference implementation is read field for field', () => {
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
      { numRuns: runs({ usual: 60, long: 1000 }) },
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
      expect(parseEip4361(other.join('\n')), other.join('\n')).toBeNull();
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
    expect(parseEip4361(message(20))?.resources).toHaveLength(20);
    expect(parseEip4361(message(21))).toBeNull();
  });

  test.each([
    ['anything', fc.string({ maxLength: 4096 })],
    ['lines of it', fc.array(fc.string()).map((lines) => lines.join('\n'))],
  ])('is all that is read: anything else (%s) is refused', (_what, anyText) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseEip4361(text)).toBeNull();
      }),
    );
  });

  test('that was edited is read as the reference implementation reads it, or refused', () => {
    const reference = (text: string) => {
      try {
        return new SiweMessage(text);
      } catch {
        return null;
      }
    };
    fc.assert(
      fc.property(anyMessage, fc.array(anyEdit, { maxLength: 3 }), (fields, edits) => {
        const text = edits.reduce(edited, new SiweMessage(fields).prepareMessage());
        const [ours, theirs] = [parseEip4361(text), reference(text)];
        const isWithinBounds = text.length <= 4096 && (theirs?.resources ?? []).length <= 20;
        if (theirs && isWithinBounds) expect(ours).not.toBeNull();
        if (!ours || !theirs) return;
        for (const name of ['domain', 'address', 'uri', 'nonce', 'chainId', 'issuedAt'] as const) {
          expect(ours[name]).toBe(theirs[name]);
        }
      }),
      { numRuns: runs({ usual: 60, long: 10_000 }) },
    );
  });
});
