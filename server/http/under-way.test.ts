import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { turns } from '../../tools/test/turns.ts';
import { createUnderWay } from './under-way.ts';

afterEach(() => void vi.useRealTimers());

test('a network may have as much under way as it leaves to others, and has it back once it ends', () => {
  const underWay = createUnderWay(8);
  const ends = Array.from({ length: 4 }, () => underWay.begin('a', true));
  expect(underWay.begin('a', true)).toBe(null);
  expect(['a', 'b'].map(underWay.isFull)).toEqual([true, false]);
  for (let n = 0; n < 2; n += 1) underWay.begin('b', true);
  expect(['a', 'b', 'c'].map(underWay.isFull)).toEqual([true, true, false]);
  // Ending one twice gives nothing back twice.
  for (let n = 0; n < 2; n += 1) ends[0]?.();
  expect(['a', 'b', 'c'].map(underWay.isFull)).toEqual([true, false, false]);
});

test('fewer may be under way while reads take long, and as many as before once they do not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const underWay = createUnderWay(8, 2);
  const answer = (ms: number, isRead = true) => {
    const end = underWay.begin('a', isRead);
    vi.advanceTimersByTime(ms);
    end?.();
  };
  const isSlow = () => {
    const end = underWay.begin('a', true);
    const isFull = underWay.isFull('a');
    end?.();
    return isFull;
  };
  answer(4000);
  // A single one says nothing.
  expect(isSlow()).toBe(false);
  for (let n = 0; n < 16; n += 1) answer(4000, false);
  // Nor do commands, which wait for the chain.
  expect(isSlow()).toBe(false);
  for (let n = 0; n < 16; n += 1) answer(4000);
  expect(isSlow()).toBe(true);
  for (let n = 0; n < 32; n += 1) answer(10);
  expect(isSlow()).toBe(false);
});

test('a request whose caller has left is not begun while others are under way', async () => {
  const underWay = createUnderWay();
  const begun: string[] = [];
  const asks = (name: string) => {
    const request = new IncomingMessage(new Socket());
    underWay.unlessLeft(request, () => void begun.push(name));
    return request;
  };
  asks('at once');
  expect(begun).toEqual(['at once']);
  for (let n = 0; n < 16; n += 1) underWay.begin('a', true);
  asks('stays');
  const left = asks('leaves');
  await turns(1);
  left.socket.destroy();
  await turns(3);
  expect(begun).toEqual(['at once', 'stays']);
});
