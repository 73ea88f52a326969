import { describe, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { decode, judge } from './ingress.ts';
import { TokenBucket } from '../../lib/token-bucket.ts';

type Verdict = ReturnType<typeof judge>;

const LIMITS = { burst: 5, perSecond: 1, floodAfter: 3 };

function gate(draining = false) {
  const bucket = new TokenBucket(LIMITS, 0);
  return { bucket, isPastBudget: false, draining, version: PROTOCOL_VERSION };
}

function judged(...packet: unknown[]): Verdict {
  return judge(decode(packet), gate(), 0);
}

const errorOf = (verdict: Verdict) => (verdict.do === 'refuse' ? verdict.error : verdict.do);
const codeOf = (verdict: Verdict) => (verdict.do === 'refuse' ? verdict.code : verdict.do);

const NATIONS = `nations is 'all' or a list of nations: ${NATION_IDS.join(', ')}.`;
const NO_OBJECT = 'Send a JSON object.';
const NO_ADDRESS = 'That is not a wallet address: it must be 0x followed by 40 hexadecimal digits.';

describe('what is accepted', () => {
  test('nations by name, all of them at once, none of them; a wallet in any valid form', () => {
    expect(judged('watch', { nations: ['usa', 'italy'] })).toEqual({
      do: 'handle',
      message: { name: 'watch', body: { nations: ['usa', 'italy'] } },
    });
    const lowerCase = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
    expect(judged('unwatch', { nations: 'all', walletAddress: lowerCase })).toEqual({
      do: 'handle',
      message: {
        name: 'unwatch',
        body: { nations: 'all', walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      },
    });
    expect(judged('watch', { nations: [], walletAddress: walletOf(1) })).toMatchObject({
      do: 'handle',
    });
  });
});

describe('[PRO24] what is refused, in a sentence', () => {
  test.each<[string, unknown[], string]>([
    ['nothing', ['watch'], NO_OBJECT],
    ['bytes', ['watch', Buffer.from('all')], 'nations is missing.'],
    ['the name of a constructor', ['watch', { nations: ['constructor'] }], NATIONS],
    [
      'a prototype as a field',
      ['watch', JSON.parse('{"nations":"all","__proto__":{"nations":[]}}')],
      'Unknown field "__proto__": leave it out.',
    ],
    ['a short address', ['watch', { nations: 'all', walletAddress: '0x12' }], NO_ADDRESS],
    [
      'more than one object',
      ['watch', { nations: 'all' }, { nations: 'all' }],
      'watch carries one object and nothing else.',
    ],
    ['a payload where there is none', ['corrected', {}], 'corrected has no payload.'],
    [
      "a message named like an object's method",
      ['toString', {}],
      'There is no message "toString": send watch, unwatch or corrected.',
    ],
    [
      'a message with an endless name',
      ['x'.repeat(5000)],
      `There is no message "${'x'.repeat(40)}": send watch, unwatch or corrected.`,
    ],
  ])('%s', (_what, packet, sentence) => {
    const verdict = judged(...packet);
    expect([errorOf(verdict), codeOf(verdict)]).toEqual([sentence, 'bad-message']);
  });
});

test('the reply goes to the function that came last, and to nobody if there is none', () => {
  const answers: unknown[] = [];
  const refusal = { ok: false, error: 'no', code: 'bad-message' } as const;
  decode(['watch', {}, (ack: unknown) => answers.push(ack)]).reply(refusal);
  expect(answers).toEqual([refusal]);
  decode(['watch', {}]).reply(refusal);
  decode([]).reply(refusal);
  expect(answers).toHaveLength(1);
});

test('[PRO20] every message costs a token, valid or not; a client that continues regardless is cut off', () => {
  const one = gate();
  const send = (body: unknown) => judge(decode(['watch', body]), one, 0);
  const good = { nations: 'all' };
  expect([good, 5, good, 5, good].map((body) => send(body).do)).toEqual([
    'handle',
    'refuse',
    'handle',
    'refuse',
    'handle',
  ]);
  expect(errorOf(send(good))).toBe('Too many messages: wait a second, then send them more slowly.');
  expect(codeOf(send(5))).toBe('too-many-messages');
  expect(send(good).do).toBe('disconnect');
});

test('a closing server admits nobody', () => {
  const verdict = judge(decode(['watch', { nations: 'all' }]), gate(true), 0);
  expect(errorOf(verdict)).toBe('The server is restarting: connect again in a moment.');
  expect(codeOf(verdict)).toBe('draining');
});
