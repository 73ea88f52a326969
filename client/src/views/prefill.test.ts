import { expect, it } from 'vitest';
import { prefill, takePrefills } from './prefill.ts';

it('a value reaches the listener for its name, until it unsubscribes', () => {
  const taken: string[] = [];
  const stop = takePrefills('dena', (amount) => taken.push(amount));
  prefill('dena', '12,500');
  prefill('national', 2);
  stop();
  expect(taken).toEqual(['12,500']);
});

it('waits for a listener that is still loading, once, and only with the last value', () => {
  prefill('dena', '1');
  prefill('dena', '2');
  const taken: string[] = [];
  const take = (amount: string): unknown => taken.push(amount);
  takePrefills('dena', take)();
  takePrefills('dena', take)();
  expect(taken).toEqual(['2']);
});
