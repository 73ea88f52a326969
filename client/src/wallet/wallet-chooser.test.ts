import { expect, test, vi } from 'vitest';
import { DEMO_WALLET_RDNS } from './discovery.ts';
import { WalletChooser, wantsChoice } from './wallet-chooser.ts';

const wallet = (rdns: string) => ({ uuid: rdns, name: rdns, icon: '', rdns });

test('exactly one wallet beside the Demo Wallet connects without a choice', () => {
  expect(wantsChoice([])).toBe(false);
  expect(wantsChoice([wallet(DEMO_WALLET_RDNS)])).toBe(false);
  expect(wantsChoice([wallet('io.metamask'), wallet(DEMO_WALLET_RDNS)])).toBe(false);
});

test('several wallets want a choice, the Demo Wallet among them or not', () => {
  const several = [wallet('io.metamask'), wallet('io.other')];
  expect(wantsChoice(several)).toBe(true);
  expect(wantsChoice([...several, wallet(DEMO_WALLET_RDNS)])).toBe(true);
});

test('the question stands until it is answered, and answers everyone who asked', async () => {
  const chooser = new WalletChooser();
  const onChange = vi.fn();
  chooser.subscribe(onChange);
  const first = chooser.ask();
  const second = chooser.ask();
  expect(chooser.isAsking()).toBe(true);
  chooser.answer('metamask');
  expect(chooser.isAsking()).toBe(false);
  expect(await Promise.all([first, second])).toEqual(['metamask', 'metamask']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('dismissed, it answers null, and may be asked again', async () => {
  const chooser = new WalletChooser();
  const first = chooser.ask();
  chooser.answer(null);
  expect(await first).toBeNull();
  const again = chooser.ask();
  chooser.answer('other');
  expect(await again).toBe('other');
});
