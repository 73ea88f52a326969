import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { turns } from '../../tools/test/turns.ts';
import { createAddressQueue } from './address-queue.ts';

function setUp() {
  const begun: string[] = [];
  const enqueue = createAddressQueue();
  return {
    begun,
    ask: (url: string): IncomingMessage => {
      const request = new IncomingMessage(new Socket());
      enqueue(url.slice(0, 1), request, () => void begun.push(url));
      return request;
    },
  };
}

test('an address begins four requests per turn, in their order, and delays no other', async () => {
  const { begun, ask } = setUp();
  for (let n = 0; n < 10; n += 1) ask(`a${n}`);
  ask('b0');
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'b0']);
  await turns(1);
  expect(begun.slice(5)).toEqual(['a4', 'a5', 'a6', 'a7']);
  ask('b1');
  ask('a10');
  expect(begun.slice(9)).toEqual(['b1']);
  await turns(1);
  expect(begun.slice(10)).toEqual(['a8', 'a9', 'a10']);
  await turns(1);
  ask('a11');
  expect(begun.slice(13)).toEqual(['a11']);
});

test('one whose caller has left meanwhile is not begun', async () => {
  const { begun, ask } = setUp();
  const requests = Array.from({ length: 6 }, (_, n) => ask(`a${n}`));
  requests[4]?.socket.destroy();
  await turns(1);
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a5']);
});
