import { expect, test, vi } from 'vitest';
import { WalletChooser } from './wallet-chooser.ts';

test('the question stays open until it is answered, and the answer goes to all callers', async () => {
  const chooser = new WalletChooser();
  const onChange = vi.fn();
  chooser.isAsking.subscribe(onChange);
  const first = chooser.ask();
  const second = chooser.ask();
  expect(chooser.isAsking.get()).toBe(true);
  chooser.answer('metamask');
  expect(chooser.isAsking.get()).toBe(false);
  expect(await Promise.all([first, second])).toEqual(['metamask', 'metamask']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('dismissed, it answers null, and can be asked again', async () => {
  const chooser = new WalletChooser();
  const first = chooser.ask();
  chooser.answer(null);
  expect(await first).toBeNull();
  const again = chooser.ask();
  chooser.answer('other');
  expect(await again).toBe('other');
});
