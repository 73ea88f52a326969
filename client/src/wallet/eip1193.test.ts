import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { rpcError } from '../testing/wallet.ts';
import { firstAccount, parseChainId, refusalOf } from './eip1193.ts';

test('a chain id is understood as wallets write it', () => {
  for (const written of ['0x1', '0X1', '0x01', '1', 1, 1n, 'eip155:1']) {
    expect(parseChainId(written)).toBe(1);
  }
  expect(parseChainId('0xaa36a7')).toBe(11_155_111);
  for (const written of [
    null,
    undefined,
    '',
    '0x',
    'mainnet',
    1.5,
    -1,
    Number.NaN,
    {},
    'eip155:',
  ]) {
    expect(parseChainId(written)).toBeNull();
  }
});

test('an account is understood however its letters are mixed', () => {
  const account = address('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
  // Not EIP-55: some wallets use other checksums.
  for (const written of [account, account.toLowerCase(), account.replace('C5', 'c5')]) {
    expect(firstAccount([written])).toBe(account);
  }
  for (const accounts of [[], [null], ['0x12'], 'none']) expect(firstAccount(accounts)).toBeNull();
});

test.each([
  [rpcError(4001), 'rejected'],
  [rpcError('4001'), 'rejected'],
  [rpcError('ACTION_REJECTED'), 'rejected'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
  [new Error('wrapped', { cause: rpcError(4001) }), 'rejected'],
  [new Error('MetaMask Tx Signature: User denied message signature.'), 'rejected'],
  [{ code: -32000, message: 'User rejected the request' }, 'rejected'],
  ['User cancelled', 'rejected'],
  [{ code: -32603, data: { originalError: { code: 4902 } } }, 'unknown-chain'],
  [rpcError(-32002), 'pending'],
  [rpcError(4100), 'unauthorized'],
  [rpcError(4900), 'offline'],
  [rpcError(-32603), null],
  [new Error('the node rejected it'), null],
  [null, null],
  [[], null],
  [{ code: 4001, data: [] }, 'rejected'],
])('why a wallet refused: %o is %s', (error, refusal) => {
  expect(refusalOf(error)).toBe(refusal);
});

test('an error that throws when it is read is understood as far as it can be read', () => {
  for (const readable of [{ code: 4001 }, { message: 'User rejected the request' }]) {
    const error = new Proxy(readable, {
      get(target, name) {
        if (name in target) return Reflect.get(target, name);
        throw new Error('not to be read');
      },
    });
    expect(refusalOf(error)).toBe('rejected');
  }
});
