/** Wrong answers of a chain node: cut off, of other types, out of order, for other requests. */
import fc from 'fast-check';

type Alteration =
  | { readonly kind: 'truth' }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'flip'; readonly at: number; readonly byte: number }
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'error'; readonly json: string }
  | { readonly kind: 'ids'; readonly json: string }
  | { readonly kind: 'reversed' }
  | { readonly kind: 'doubled' }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'wrapped' }
  | { readonly kind: 'instead'; readonly text: string }
  | { readonly kind: 'huge'; readonly megabytes: number };

const oddResult = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-1',
    '1e400',
    '""',
    '"0x"',
    '"0x0"',
    '"0xzz"',
    '"0x-1"',
    '"0X1"',
    '" 0x1"',
    '[]',
    '[null]',
    '{}',
    '{"number":"0x1","hash":null}',
    '{"number":"0xffffffffffffffff","hash":"0x"}',
    `"0x${'f'.repeat(64)}"`,
    `"0x${'f'.repeat(66)}"`,
    `"0x${'0'.repeat(127)}"`,
    `"0x${'1'.repeat(100_000)}"`,
    '[{"blockNumber":"0x1","blockHash":"0x00","topics":["0x00"]}]',
    '[{"blockNumber":"0x1","blockHash":"0x00","topics":[]}]',
    '{"__proto__":{"number":"0x1"}}',
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.stringMatching(/^0x[0-9a-f]{0,200}$/).map((hex) => `"${hex}"`),
);

const oddError = fc.oneof(
  fc.constantFrom(
    'null',
    '{}',
    '[]',
    '"out of gas"',
    '{"code":"-32000","message":"execution reverted"}',
    '{"code":3,"message":"execution reverted","data":"0x08c379a0"}',
    '{"code":1e400,"message":null}',
    '{"code":-32005}',
    `{"code":-32000,"message":"${'m'.repeat(50_000)}"}`,
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
);

const place = fc.double({ min: 0, max: 1, noNaN: true });

export const anyAlteration: fc.Arbitrary<Alteration> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Alteration>({ kind: 'truth' }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('result' as const), json: oddResult }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('error' as const), json: oddError }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ids' as const),
      json: fc.constantFrom('null', '0', '-1', '"1"', '1.5', '{}', '999999', '[1]'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('flip' as const),
      at: place,
      byte: fc.nat({ max: 255 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Alteration>(
      { kind: 'hang-up' },
      { kind: 'reversed' },
      { kind: 'doubled' },
      { kind: 'dropped' },
      { kind: 'wrapped' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('instead' as const),
      text: fc.constantFrom(
        '',
        '[]',
        '{}',
        'null',
        '<html>busy</html>',
        '['.repeat(20_000),
        '\u0000',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('huge' as const), megabytes: fc.constantFrom(1, 20) }),
  },
);

/** Alters an answer; null: the node hangs up instead. */
function tampered(alteration: Alteration, answer: string): string | Buffer | null {
  switch (alteration.kind) {
    case 'truth':
      return answer;
    case 'hang-up':
      return null;
    case 'cut':
      return answer.slice(0, Math.floor(alteration.at * answer.length));
    case 'flip': {
      const bytes = Buffer.from(answer);
      bytes[Math.floor(alteration.at * (bytes.length - 1))] = alteration.byte;
      return bytes;
    }
    case 'result':
      return answer.replaceAll(/"result":("[^"]*"|null|true|false|\{[^}]*\})/g, () => `"result":${alteration.json}`); // prettier-ignore
    case 'error':
      return answer.replaceAll('"result"', () => `"error":${alteration.json},"result"`);
    case 'ids':
      return answer.replaceAll(/"id":[^,]+/g, () => `"id":${alteration.json}`);
    case 'reversed':
      return rearranged(answer, (all) => all.toReversed());
    case 'doubled':
      return rearranged(answer, (all) => [...all, ...all]);
    case 'dropped':
      return rearranged(answer, (all) => all.slice(1));
    case 'wrapped':
      return `[${answer}]`;
    case 'instead':
      return alteration.text;
    case 'huge':
      return `${answer.slice(0, -1)},"x":"${'a'.repeat(alteration.megabytes * 2 ** 20)}"}`;
  }
}

/** Reorders a batch's answers; a single answer stays as it is. */
function rearranged(answer: string, change: (all: readonly unknown[]) => unknown[]): string {
  const parsed: unknown = JSON.parse(answer);
  return Array.isArray(parsed) ? JSON.stringify(change(parsed)) : answer;
}

/** What a node answers next: the queued alterations, one per answer, then the truth. */
export class Tampering {
  #next: Alteration[] = [];

  queue(alterations: readonly Alteration[]): void {
    this.#next = [...alterations];
  }

  /** For the node: transforms its next answer. */
  readonly tamper = (answer: string): string | Buffer | null =>
    tampered(this.#next.shift() ?? { kind: 'truth' }, answer);
}
