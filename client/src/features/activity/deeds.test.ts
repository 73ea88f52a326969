import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import {
  EVENT_KINDS,
  type EventDetail,
  type EventKind,
} from '../../../../common/values/game-event.ts';
import { revSchema } from '../../../../common/values/ids.ts';
import { deedsOf } from './deeds.ts';

const WALLET = address(`0x${'a'.repeat(40)}`);
const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

const event = (n: number, kind: EventKind, delta: number, detail: EventDetail = {}) => ({
  id: rev(n),
  at: new Date(n * 1000).toISOString(),
  kind,
  walletAddress: WALLET,
  nationId: 'italy' as const,
  gdpBefore: 18_000,
  gdpAfter: 18_000 + delta,
  detail,
});
const cause = (n: number, kind: EventKind, delta: number, since: number | null = null) => ({
  key: `live ${n}`,
  walletAddress: WALLET,
  nationId: 'italy' as const,
  kind,
  delta,
  since: since === null ? null : rev(since),
  rev: rev(n),
  atMs: n * 1000,
});
const told = (deeds: ReturnType<typeof deedsOf>) => deeds.map(({ words, delta }) => [words, delta]);

describe('the activity', () => {
  it('says in words what each event was', () => {
    const events = [
      event(5, 'traded', 0, { resourceType: 'food', quantity: 60, amount: '1200' }),
      event(4, 'national-staked', 3600, { quantity: 2 }),
      event(3, 'cultural-unstaked', -1200, { quantity: 1 }),
      event(2, 'dena-staked', 1000, { amount: '10000' }),
      event(1, 'nation-chosen', 18_000),
    ];
    expect(told(deedsOf(events, [], null))).toEqual([
      ['bought 60 food', 0],
      ['staked 2 national NFTs', 3600],
      ['took a cultural NFT back', -1200],
      ['staked 10,000 DENA', 1000],
      ['joined the game', 18_000],
    ]);
  });

  it('leaves out what nobody did', () => {
    const deeds = deedsOf(
      EVENT_KINDS.map((kind, i) => event(20 - i, kind, 0)),
      [],
      null,
    );
    expect(deeds).toHaveLength(EVENT_KINDS.length - 2);
  });

  it('begins with what was told live, until its event is read', () => {
    const events = [event(2, 'dena-staked', 1000, { amount: '10000' })];
    const causes = [cause(3, 'dena-unstaked', -500), cause(2, 'dena-staked', 1000)];
    expect(told(deedsOf(events, causes, null))).toEqual([
      ['took DENA back', -500],
      ['staked 10,000 DENA', 1000],
    ]);
    expect(told(deedsOf([], causes, null))).toEqual([
      ['took DENA back', -500],
      ['staked DENA', 1000],
    ]);
  });

  it('tells a commit once, also where its message told of later ones as well', () => {
    const events = [event(2, 'dena-staked', 1000, { amount: '10000' })];
    const causes = [cause(4, 'dena-staked', 700, 1), cause(4, 'dena-staked', 1000, 1)];
    expect(told(deedsOf(events, causes, null))).toEqual([
      ['staked DENA', 700],
      ['staked 10,000 DENA', 1000],
    ]);
    // The same deed a second time is another one.
    expect(deedsOf(events, [cause(9, 'dena-staked', 1000, 5)], null)).toHaveLength(2);
  });

  it('is of one nation where it is asked to be', () => {
    expect(deedsOf([], [cause(3, 'dena-staked', 5)], 'usa')).toEqual([]);
  });
});
