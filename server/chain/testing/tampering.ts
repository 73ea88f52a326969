/** Wrong answers of a chain node: edited, of other types, out of order, for other requests. */
import fc from 'fast-check';

type Alteration =
  | { readonly kind: 'truth' | 'hang-up' | 'reversed' | 'doubled' | 'dropped' | 'wrapped' }
  | { readonly kind: 'result' | 'error' | 'id'; readonly json: string }
  | { readonly kind: 'edited'; readonly from: number; readonly to: number; readonly text: string }
  | { readonly kind: 'huge'; readonly megabytes: number };

const oddJson = fc.oneof(
  fc.constantFrom(
    'null',
    '-1',
    '1e400',
    '999999',
    '""',
    '"1"',
    '"0x"',
    '"0x-1"',
    '" 0x1"',
    '[null]',
    '{}',
    '{"number":"0x1","hash":null}',
    '{"number":"0xffffffffffffffff","hash":"0x"}',
    '{"code":"-32000","message":"execution reverted"}',
    '{"code":3,"message":"execution reverted","data":"0x08c379a0"}',
    '{"code":1e400,"message":null}',
    '{"code":-32005}',
    `{"code":-32000,"message":"${'m'.repeat(50_000)}"}`,
    `"0x${'f'.repeat(64)}"`,
    `"0x${'0'.repeat(127)}"`,
    `"0x${'1'.repeat(100_000)}"`,
    '[{"blockNumber":"0x1","topics":["0x00"]}]',
    '[{"blockNumber":"0x1","topics":[]}]',
    '{"__proto__":{"number":"0x1"}}',
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.stringMatching(/^0x[0-9a-f]{0,200}$/).map((hex) => `"${hex}"`),
);

const place = fc.double({ min: 0, max: 1, noNaN: true });
const oddText = fc.oneof(
  fc.constantFrom('', '[]', '{}', '<html>busy</html>', '['.repeat(20_000), '\u0000', '\ud800'),
  fc.string(),
);

export const anyAlteration: fc.Arbitrary<Alteration> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Alteration>({ kind: 'truth' }) },
  {
    weight: 11,
    arbitrary: fc.record({
      kind: fc.constantFrom('result', 'result', 'result', 'error', 'id'),
      json: oddJson,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(place, place, oddText).map(([a, b, text]) => ({
      kind: 'edited' as const,
      from: Math.min(a, b),
      to: Math.max(a, b),
      text,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('hang-up', 'reversed', 'doubled', 'dropped', 'wrapped'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('huge'), megabytes: fc.constantFrom(1, 20) }),
  },
);

/** Alters an answer; null: the node hangs up instead. */
function tampered(alteration: Alteration, answer: string): string | null {
  switch (alteration.kind) {
    case 'truth':
      return answer;
    case 'hang-up':
      return null;
    case 'edited': {
      const { from, to, text } = alteration;
      const { length } = answer;
      return answer.slice(0, from * length) + text + answer.slice(to * length);
    }
    case 'result':
      return answer.replaceAll(/"result":("[^"]*"|null|true|false|\{[^}]*\})/g, () => `"result":${alteration.json}`); // prettier-ignore
    case 'error':
      return answer.replaceAll('"result"', () => `"error":${alteration.json},"result"`);
    case 'id':
      return answer.replaceAll(/"id":[^,]+/g, () => `"id":${alteration.json}`);
    case 'reversed':
      return rearranged(answer, (all) => all.toReversed());
    case 'doubled':
      return rearranged(answer, (all) => [...all, ...all]);
    case 'dropped':
      return rearranged(answer, (all) => all.slice(1));
    case 'wrapped':
      return `[${answer}]`;
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
  readonly tamper = (answer: string): string | null =>
    tampered(this.#next.shift() ?? { kind: 'truth' }, answer);
}
