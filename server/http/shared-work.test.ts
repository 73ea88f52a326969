import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Budget } from '../lib/budget.ts';
import { createSharedWork } from './shared-work.ts';

function setUp(budget = new Budget(0)) {
  const sharedWork = createSharedWork({ budget, trustProxyHops: 1 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (what: string) => async () => {
    begun.push(what);
    await new Promise<void>((resolve) => void ends.push(resolve));
    return what;
  };
  const from = (address: string, socket = new Socket()) => {
    const request = new IncomingMessage(socket);
    request.headers['x-forwarded-for'] = address;
    return request;
  };
  return {
    begun,
    short: (address: string, socket?: Socket) => sharedWork(from(address, socket), work(address)),
    long: (address: string, socket?: Socket) =>
      sharedWork(from(address, socket), (longQueue) => longQueue(work(`long ${address}`))),
    sharedWork,
    from,
    /** Ends the oldest. */
    end: async () => {
      ends.shift()?.();
      for (let n = 0; n < 10; n += 1) await Promise.resolve();
    },
  };
}

const [ONE, OTHER] = ['1.1.1.1', '2.2.2.2'];

test('an address has four requests under way; its others wait, and nobody else does', async () => {
  const { short, begun, end } = setUp();
  const asked = Array.from({ length: 10 }, () => short(ONE));
  expect(begun).toHaveLength(4);
  const other = short(OTHER);
  expect(begun.at(-1)).toBe(OTHER);
  await end();
  expect(begun).toHaveLength(6);
  for (let n = 0; n < 10; n += 1) await end();
  await Promise.all([...asked, other]);
});

test('an address does one long work at a time, which delays neither its short ones nor anybody else', async () => {
  const { short, long, begun, end } = setUp();
  const asked = Array.from({ length: 10 }, () => long(ONE));
  asked.push(long(OTHER), short(ONE));
  expect(begun).toEqual([`long ${ONE}`, `long ${OTHER}`, ONE]);
  for (let n = 0; n < 12; n += 1) await end();
  expect(await Promise.all(asked)).toHaveLength(12);
});

test('a network has two of the slots for long work, however many its addresses are', async () => {
  const { long, begun, end } = setUp();
  const attackers = Array.from({ length: 6 }, (_, n) => long(`2001:db8:1:${n}::1`));
  expect(begun).toHaveLength(2);
  attackers.push(long(OTHER), long('3.3.3.3'));
  expect(begun.slice(2)).toEqual([`long ${OTHER}`, 'long 3.3.3.3']);
  for (let n = 0; n < 8; n += 1) await end();
  expect(await Promise.all(attackers)).toHaveLength(8);
});

test('an address that is past its budget when a slot is free gets none', async () => {
  const budget = new Budget(10);
  const { long, begun, end } = setUp(budget);
  const asked = [long(ONE), long(ONE), long(OTHER)];
  budget.spend(ONE, 11);
  const refused = expect(asked[1]).rejects.toMatchObject({ code: 'too-many-requests' });
  await end();
  await refused;
  await end();
  expect(await Promise.all([asked[0], asked[2]])).toEqual([`long ${ONE}`, `long ${OTHER}`]);
  expect(begun).toHaveLength(2);
});

test.each(['short', 'long'] as const)(
  'a request whose connection ends leaves the queue immediately, unanswered and with nothing done: %s',
  async (kind) => {
    const { begun, end, [kind]: ask } = setUp();
    const most = kind === 'short' ? 4 : 1;
    const asked = Array.from({ length: most }, () => ask(ONE));
    const socket = new Socket();
    const left = ask(ONE, socket);
    expect(socket.listenerCount('close')).toBe(1);
    socket.destroy();
    expect(await left).toBeNull();
    expect(socket.listenerCount('close')).toBe(0);
    for (let n = 0; n < most; n += 1) await end();
    await Promise.all(asked);
    expect(begun).toHaveLength(most);
  },
);
