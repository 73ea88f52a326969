import { expect, test } from 'vitest';
import { isShownName } from '../../server/chain/shown-name.ts';
import { DEMO_ACCOUNTS, DEMO_NAMES } from '../chain/accounts.ts';
import { rivalNames } from './rival-names.ts';

const ALL = rivalNames({ count: 1000, seed: 1 });

test('[NAM1] every name may be shown, and is dealt once, counting the Demo accounts’', () => {
  const all = [...ALL.map(({ name }) => name), ...DEMO_NAMES];
  expect(all.filter((name) => !isShownName(name))).toEqual([]);
  // Letters that the page's fonts have, so that a line of the feed has room for each.
  expect(all.filter((name) => !/^\p{Script=Latin}{2,14}\.eth$/u.test(name))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(100);
  expect(DEMO_NAMES).toHaveLength(DEMO_ACCOUNTS.length);
});

test('each name goes to a different account, one of the rivals’ own', () => {
  const wallets = ALL.map(({ wallet }) => wallet);
  expect(new Set([...wallets, ...DEMO_ACCOUNTS]).size).toBe(ALL.length + DEMO_ACCOUNTS.length);
  // Account 10 of the public test mnemonic.
  expect(wallets[0]).toBe('0xBcd4042DE499D14e55001CcbB24a551F3b954096');
});
