import { expect, test } from 'vitest';
import { clientVersion, PROTOCOL_VERSION } from './version.ts';

test.each([1, '1', 2, '7', 999_999])('[PRO1] %j is accepted', (said) => {
  expect(clientVersion(said)).toBe(Number(said));
});

test.each([undefined, null, '', 0, '0', -1, 1.5, '1.5', '01', '3, 3', NaN, 'three', 1e21, {}, [3]])(
  '[PRO1] %j counts as absent: the client is sent the present version',
  (said) => {
    expect(clientVersion(said)).toBe(PROTOCOL_VERSION);
  },
);
