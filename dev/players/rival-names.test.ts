import { expect, test } from 'vitest';
import { isShownName } from '../../server/chain/shown-name.ts';
import { DEMO_ACCOUNTS, DEMO_NAMES } from '../chain/accounts.ts';
import { rivalNames } from './rival-names.ts';

const namesOf = (count: number, seed: number) =>
  rivalNames({ count, seed }).map(({ name }) => name);

test('[NAM1] every name may be shown, and is dealt once, counting the Demo accounts’', () => {
  const all = [...namesOf(1000, 1), ...DEMO_NAMES];
  expect(all.filter((name) => !isShownName(name))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(100);
  expect(DEMO_NAMES).toHaveLength(DEMO_ACCOUNTS.length);
});

test('the same seed deals the same names, another seed others', () => {
  expect(namesOf(12, 7)).toEqual(namesOf(12, 7));
  expect(namesOf(12, 7)).toHaveLength(12);
  expect(namesOf(12, 7)).not.toEqual(namesOf(12, 8));
});

test('each name goes to a different account, one of the rivals’ own', () => {
  const wallets = rivalNames({ count: 40, seed: 1 }).map(({ wallet }) => wallet);
  expect(new Set([...wallets, ...DEMO_ACCOUNTS]).size).toBe(40 + DEMO_ACCOUNTS.length);
  // Account 10 of the public test mnemonic.
  expect(wallets[0]).toBe('0xBcd4042DE499D14e55001CcbB24a551F3b954096');
});
