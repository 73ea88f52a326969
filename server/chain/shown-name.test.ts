import { namehash } from 'ethers';
import { expect, test } from 'vitest';
import { isShownName, nodeOf, reverseNode } from './shown-name.ts';

const all = (names: readonly string[]) => names.map((name) => [name, isShownName(name)]);
const each = (names: readonly string[], isShown: boolean) => names.map((name) => [name, isShown]);

test('[NAM1] names of one script in each label may be shown', () => {
  const names = [
    'marco.eth',
    'a.b',
    'wallet.marco.eth',
    'marco.example.org',
    'böhm.eth',
    '郑和.eth',
    '江戸屋.eth',
    'москва.eth',
    'αθήνα.eth',
    'שלום.eth',
    '👨‍👩‍👧.eth',
    '1234.eth',
    '$marco.eth',
    '_marco.eth',
    'l0rd.eth',
  ];
  expect(all(names)).toEqual(each(names, true));
});

test('[NAM1] what ENSIP-15 refuses or would change is not shown', () => {
  const names = [
    'Marco.eth',
    'ａｐ.eth',
    // A Cyrillic а in Latin, Cyrillic throughout, and in the last label.
    'mаrco.eth',
    'аррӏе.eth',
    'marco.еth',
    // Control, bidi and invisible characters.
    'mar\nco.eth',
    'mar\u202eco.eth',
    'mar\u200dco.eth',
    'mar co.eth',
    '\ud800.eth',
  ];
  expect(all(names)).toEqual(each(names, false));
});

test('[NAM1] names that look like an address are not shown', () => {
  const names = [
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8.eth',
    '70997970c51812dc3a010c7d01b50e0d17dc79c8.eth',
    '0x7099…79c8.eth',
    '0x7099...79c8.eth',
    '0x7099.79c8',
    '0x7099・79c8.eth',
    '0x7099---79c8.eth',
    'ox7099-79c8.eth',
    '0xab.eth',
    'marco.0x7099.eth',
  ];
  expect(all(names)).toEqual(each(names, false));
  // Merely starting like one is harmless.
  expect(isShownName('0xmarco.eth')).toBe(true);
  expect(isShownName('deadbeef.eth')).toBe(true);
});

test('[NAM1] a name that is cut short does not read as another one', () => {
  expect(isShownName('marco.eth.mallory.eth')).toBe(false);
  expect(isShownName('marco.eth.xyz')).toBe(false);
  expect(isShownName('eth.xyz')).toBe(false);
});

test('[NAM1] a name has a dot, and 3 to 80 characters', () => {
  const longest = `${'m'.repeat(76)}.eth`;
  expect(isShownName(longest)).toBe(true);
  const names = [
    `m${longest}`,
    '',
    '.',
    '..',
    'a.',
    '.a',
    'marco',
    'eth',
    'a..eth',
    '.eth',
    'marco.eth.',
  ];
  expect(all(names)).toEqual(each(names, false));
});

test('nodes are those of ERC-137', () => {
  for (const name of ['marco.eth', 'böhm.eth', 'wallet.marco.eth']) {
    expect(nodeOf(name)).toBe(namehash(name));
  }
  expect(reverseNode('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe(
    namehash('70997970c51812dc3a010c7d01b50e0d17dc79c8.addr.reverse'),
  );
});
