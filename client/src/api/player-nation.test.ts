import { expect, it } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { playerNationQuery } from './player-nation.ts';

it('a player is requested only if there is a wallet', () => {
  expect(playerNationQuery(null).enabled).toBe(false);
  const wallet = address(`0x${'a'.repeat(40)}`);
  expect(playerNationQuery(wallet)).toMatchObject({
    enabled: true,
    queryKey: ['/api/player-nation', wallet],
  });
});
