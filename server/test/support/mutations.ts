/** Hundreds of bad inputs: bodies, paths and queries that were tampered with. */
import fc from 'fast-check';

/** The words of a text that may span lines. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** JSON texts at the boundaries of every kind: numbers, texts, words, lists, objects. */
const ODD_VALUES: readonly string[] = [
  ...words(`
    0 -0 -1 1 9 10 11 995 1000 1001 1010 0.1 0.5 1.0 1e3 1E3 1e21 1e-7 1e308 1e400 -1e400
    0.30000000000000004 2147483647 2147483648 4294967295 4294967296 9007199254740991
    9007199254740992 -9007199254740992 18446744073709551616 ${10n ** 77n}
    ${2n ** 256n - 1n} ${2n ** 256n} "${2n ** 256n - 1n}" "${2n ** 256n}"
    "" "0" "1" "10" "-1" "+1" "1e3" "0x10" "1.5" "01" "1,000" "NaN" "Infinity" "null" "true"
    "usa" "USA" "wood" "national" "١" "💰" "../../etc/passwd" "<script>alert(1)</script>" "$where"
    "__proto__" "constructor" "toString" true false null [] {} [[]] [null] [1,2]
    {"__proto__":{"isActive":1}} {"constructor":{"prototype":{}}} {"$gt":""} {"length":1}
    {"toString":1}`),
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"\' OR 1=1 --"',
  `"${'a'.repeat(64)}"`,
  `"${'a'.repeat(65)}"`,
  `"${'9'.repeat(1000)}"`,
  `"${'x'.repeat(15_000)}"`,
  `"${'x'.repeat(17_000)}"`,
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
];

/** Keys that no body has, or that every object has by itself. */
const ODD_KEYS: readonly string[] = [
  ...words(`
    __proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ gdp isAdmin id 0
    length walletaddress wallet_address`),
  '',
  ' ',
  'k'.repeat(5000),
];

/** Any text in URL encoding; half a surrogate pair, which can't be encoded, becomes U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const oddValue = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.double().map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }).map(String),
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => JSON.stringify(value)),
);
const oddKey = fc.oneof(fc.constantFrom(...ODD_KEYS), fc.string({ unit: 'binary', maxLength: 20 }));

/** A member of an object, as JSON text; keys may repeat. */
type Member = readonly [key: string, value: string];

interface Mutation {
  readonly what: 'replace' | 'drop' | 'add' | 'repeat' | 'rename' | 'wrap' | 'unquote';
  readonly at: number;
  readonly key: string;
  readonly value: string;
}

const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  what: fc.constantFrom('replace', 'drop', 'add', 'repeat', 'rename', 'wrap', 'unquote'),
  at: fc.nat({ max: 8 }),
  key: oddKey,
  value: oddValue,
});

function mutate(members: readonly Member[], { what, at, key, value }: Mutation): Member[] {
  const i = members.length > 0 ? at % members.length : 0;
  const chosen = members[i];
  if (!chosen) return [[JSON.stringify(key), value]];
  const [chosenKey, chosenValue] = chosen;
  switch (what) {
    case 'replace':
      return members.with(i, [chosenKey, value]);
    case 'drop':
      return members.toSpliced(i, 1);
    case 'add':
      return members.toSpliced(i, 0, [JSON.stringify(key), value]);
    case 'repeat':
      // Parsers differ in which of the two they take.
      return at % 2 ? [...members, [chosenKey, value]] : [[chosenKey, value], ...members];
    case 'rename':
      return members.with(i, [JSON.stringify(key), chosenValue]);
    case 'wrap':
      return members.with(i, [chosenKey, at % 2 ? `[${chosenValue}]` : `{"value":${chosenValue}}`]);
    case 'unquote':
      return members.with(i, [chosenKey, chosenValue.replaceAll('"', '')]);
  }
}

/** Damage to the text itself. */
const anyDamage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 3 }),
  insert: fc.constantFrom('', ',', '"', '{', ']', '\\', '\u0000', '\n', '/**/', 'NaN', '\u2028'),
});

function objectText(members: readonly Member[]): string {
  return `{${members.map(([key, value]) => `${key}:${value}`).join(',')}}`;
}

/** Body texts derived from a valid body; some of them may still be valid. */
export function mutatedBody(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const members = membersOf(valid);
  const mutated = fc
    .array(anyMutation, { minLength: 1, maxLength: 3 })
    .map((mutations) => objectText(mutations.reduce(mutate, members)));
  const damaged = fc.tuple(mutated, anyDamage).map(([text, { at, remove, insert }]) => {
    const place = Math.floor(at * text.length);
    return text.slice(0, place) + insert + text.slice(place + remove);
  });
  return fc.oneof({ weight: 6, arbitrary: mutated }, { weight: 2, arbitrary: damaged }, oddValue);
}

function membersOf(valid: Readonly<Record<string, unknown>>): Member[] {
  return Object.entries(valid).map(([key, value]) => [JSON.stringify(key), JSON.stringify(value)]);
}

/** A valid body with each odd value for each member, and without each member. */
export function everySingleMutation(valid: Readonly<Record<string, unknown>>): string[] {
  const members = membersOf(valid);
  const replaced = members.flatMap(([key], i) =>
    ODD_VALUES.map((value) => objectText(members.with(i, [key, value]))),
  );
  return [...replaced, ...members.map((_member, i) => objectText(members.toSpliced(i, 1)))];
}

/** A valid body with one extra member, which no body has. */
export function withEachOddKey(valid: Readonly<Record<string, unknown>>): string[] {
  return ODD_KEYS.map((key) => objectText([...membersOf(valid), [JSON.stringify(key), '1']]));
}

/** Path segments, as in a request's first line. */
export function mutatedSegment(valid: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      ...words(`
        % %2 %zz %ff %c3%28 %00 . .. %2e%2e %2f %252f ;a=b * + 0x 0X 0x%30 [] '-- null undefined
        __proto__ constructor toString {name} :name ${'a'.repeat(8000)}`),
    ),
    fc.string({ unit: 'binary', maxLength: 60 }).filter(Boolean).map(encoded),
    fc.stringMatching(/^0[xX][0-9a-fA-F]{38,42}$/),
    fc.constantFrom(
      ...words(`
        ${valid.toLowerCase()} ${valid.toUpperCase()} 0x${valid.slice(2).toUpperCase()} ${valid}%20
        ${valid}%0a %20${valid} ${valid.slice(2)} ${valid.slice(0, -1)} ${valid}0 ${valid}%00
        ${valid.replace('0x', '%30%78')} ${valid},${valid}`),
    ),
  );
}

const ODD_QUERY_VALUES: readonly string[] = [
  ...words(`
    0 1 -1 00 01 1e2 1.5 100 101 200 201 1000 1001 9007199254740991 9007199254740993
    ${'9'.repeat(400)} NaN true null [] usa USA atlantis ${'0'.repeat(16)} ${'f'.repeat(16)}
    ${'F'.repeat(16)} ${'0'.repeat(15)} __proto__ constructor 💰 a&limit=1 ${'x'.repeat(4000)}`),
  '',
  ' 1',
  '1 ',
  '\u0000',
];

/** Query strings of these names and of others, repeated, empty, half encoded. */
export function mutatedQuery(names: readonly string[], wallet: string): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names, 'page') },
    fc.constantFrom('limit[]', 'limit[0]', 'LIMIT', '__proto__', 'constructor', 'toString', ''),
    fc.string({ unit: 'binary', maxLength: 10 }),
  );
  const value = fc.oneof(
    fc.constantFrom(...ODD_QUERY_VALUES, wallet, wallet.toLowerCase()),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const pair = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(name, value).map((both) => both.map(encoded).join('=')) },
    fc.constantFrom(
      '',
      '=',
      '%',
      '%zz=1',
      'limit',
      'limit=%',
      'limit=%ff',
      'limit=1;span=2',
      '+=+',
    ),
  );
  return fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join('&'));
}

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    'null',
    '"',
    ';;;=',
    'a'.repeat(4000),
    'denaria-session=e30.e30.e30',
    '%00',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
);

/** Headers that no route needs. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    ...words(`
      Accept Accept-Encoding Accept-Language Authorization Cookie If-None-Match Idempotency-Key
      If-Modified-Since Range X-Forwarded-For Forwarded X-Request-Id X-HTTP-Method-Override Referer
      User-Agent TE Via Denaria-At-Least`),
  ),
  headerText,
  { maxKeys: 4 },
);
