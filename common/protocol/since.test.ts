import { describe, expect, test } from 'vitest';
import { address } from '../values/address.ts';
import { epochSchema, revSchema } from '../values/ids.ts';
import type { SentMessages } from './live.ts';
import { SINCE, Vocabulary } from './since.ts';
import { PROTOCOL_VERSION } from './version.ts';

const WALLET = address(`0x${'1'.repeat(40)}`);

const gdp = (...kinds: SentMessages['gdp']['causes'][number]['kind'][]): SentMessages['gdp'] => ({
  epoch: epochSchema.parse('e'),
  rev: revSchema.parse('0'.repeat(16)),
  nationId: 'usa',
  gdp: 1,
  players: 1,
  presidentWallet: null,
  presidentStakedCount: 0,
  causes: kinds.map((kind) => ({ walletAddress: WALLET, kind, delta: 1 })),
});
const resync = { epoch: epochSchema.parse('e'), rev: revSchema.parse('0'.repeat(16)) };

/** As if trades and museums came with version 5, and `resync` with 7. */
const LATER = {
  messages: { ...SINCE.messages, resync: 7 },
  kinds: { ...SINCE.kinds, traded: 5, 'cultural-staked': 5 },
};
const later = new Vocabulary(LATER);

test('nothing is newer than this protocol', () => {
  const versions = [...Object.values(SINCE.messages), ...Object.values(SINCE.kinds)];
  for (const version of versions) expect(version).toBeLessThanOrEqual(PROTOCOL_VERSION);
});

describe('a message for a version', () => {
  test('[PRO4] leaves out causes of newer kinds, by their wire names, and keeps the rest', () => {
    const message = gdp('traded', 'dena-staked', 'museum-staked');
    expect(later.messageFor(4, 'gdp', message)).toEqual(gdp('dena-staked'));
    expect(later.messageFor(5, 'gdp', message)).toBe(message);
    expect(message.causes).toHaveLength(3);
  });

  test('[PRO4] is null if the message itself is newer', () => {
    expect(later.messageFor(6, 'resync', resync)).toBeNull();
    expect(later.messageFor(7, 'resync', resync)).toBe(resync);
  });
});
