/** Random sign-in messages for tests: the reference implementation writes them. */
import fc from 'fast-check';

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

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

/** Every field, each in many forms, as the reference implementation writes it. */
export const anyMessage = fc.record(
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

/** A change of a message's lines or characters. */
export const anyEdit = fc.record({
  what: fc.constantFrom('drop', 'double', 'swap', 'insert', 'cut', 'replace'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  text: fc.oneof(
    fc.constantFrom('\n', '\r', ' ', '\u0000', '%', '%zz', '[', 'é', '\ud800', '- ', 'Nonce: ', 'Resources:', '::', '0'), // prettier-ignore
    fc.string({ maxLength: 12 }),
  ),
});
type Edit = typeof anyEdit extends fc.Arbitrary<infer E> ? E : never;

export function edited(text: string, { what, at, text: insert }: Edit): string {
  const lines = text.split('\n');
  const i = Math.floor(at * (lines.length - 1));
  const line = lines[i] ?? '';
  const place = Math.floor(at * text.length);
  switch (what) {
    case 'drop':
      return lines.toSpliced(i, 1).join('\n');
    case 'double':
      return lines.toSpliced(i, 0, line).join('\n');
    case 'swap':
      return lines.toSpliced(i, 2, lines[i + 1] ?? '', line).join('\n');
    case 'insert':
      return text.slice(0, place) + insert + text.slice(place);
    case 'cut':
      return text.slice(0, place) + text.slice(place + 1 + insert.length);
    case 'replace':
      return lines.with(i, insert).join('\n');
  }
}
