import { expect, test } from 'vitest';
import type { SentMessages } from '../../../common/protocol/live.ts';
import { SINCE, Vocabulary } from '../../../common/protocol/since.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { EPOCH, revOf } from '../../leaderboard/testing/fixtures.ts';
import { packetOf, VersionedPacket } from './packet.ts';

const vocabulary = new Vocabulary({
  messages: { ...SINCE.messages, resync: 4 },
  kinds: { ...SINCE.kinds, traded: 4 },
});

const gdp = (...kinds: ('traded' | 'dena-staked')[]): SentMessages['gdp'] => ({
  epoch: EPOCH,
  rev: revOf(1),
  nationId: 'usa',
  gdp: 1,
  players: 1,
  presidentWallet: null,
  presidentStakedCount: 0,
  causes: kinds.map((kind) => ({ walletAddress: walletOf(1), kind, delta: 1 })),
});

test('one with something new is encoded once for all that know it, and once for each older version', () => {
  const packet = VersionedPacket.of(vocabulary, 'gdp', gdp('traded', 'dena-staked'));
  expect(packet.needed).toBe(4);
  expect(packet.for(5)).toBe(packet.for(4));
  expect(packet.for(3)).toEqual(packetOf('gdp', gdp('dena-staked')));
  expect(packet.for(3)).toBe(packet.for(3));
});
