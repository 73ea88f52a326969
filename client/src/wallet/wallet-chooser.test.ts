import { expect, test, vi } from 'vitest';
import { DEMO_WALLET_RDNS } from './discovery.ts';
import { WalletChooser, wantsChoice } from './wallet-chooser.ts';

const wallet = (rdns: string) => ({ uuid: rdns, name: rdns, icon: '', rdns });

test('exactly one wallet besides the Demo Wallet connects without a choice', () => {
  expect(wantsChoice([])).toBe(false);
  expect(wantsChoice([wallet(DEMO_WALLET_RDNS)])).toBe(false);
  expect(wantsChoice([wallet('io.metamask'), wallet(DEMO_WALLET_RDNS)])).toBe(false);
});

test('several wallets need a choice, with or without the Demo Wallet', () => {
  const several = [wallet('io.metamask'), wallet('io.other')];
  expect(wantsChoice(several)).toBe(true);
  expect(wantsChoice([...several, wallet(DEMO_WALLET_RDNS)])).toBe(true);
});

test('the question stays open until it is answered, and the answer goes to all callers', async () => {
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

test('dismissed, it answers null, and can be asked again', async () => {
  const chooser = new WalletChooser();
  const first = chooser.ask();
  chooser.answer(null);
  expect(await first).toBeNull();
  const again = chooser.ask();
  chooser.answer('other');
  expect(await again).toBe('other');
});
