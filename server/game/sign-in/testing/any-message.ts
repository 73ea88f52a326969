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
