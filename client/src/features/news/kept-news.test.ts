import { expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { parseNews } from './kept-news.ts';
import type { NewsItem } from './news-items.ts';

const ANNA = { walletAddress: address(`0x${'a'.repeat(40)}`), name: null };
const NEWS: readonly NewsItem[] = [
  { kind: 'passed', key: 'passed', by: [ANNA], rankBefore: 3, rankAfter: 4 },
  { kind: 'presidency', key: 'p', became: 'lost', nationId: 'italy', by: ANNA },
  { kind: 'presidency', key: 'q', became: 'won', nationId: 'usa', by: null },
  { kind: 'unbacked', key: 'u', stakeIds: ['a'], dollars: -500, block: null },
  { kind: 'unlocked', key: 'l', stakeIds: ['a', 'b'] },
];

it('what was stored is read back', () => {
  expect(parseNews(JSON.stringify(NEWS))).toEqual(NEWS);
});

it('invalid data of any kind is left out', () => {
  for (const text of [null, '', '{', 'null', '5', '{}', '[null, 5, {}, []]']) {
    expect(parseNews(text)).toEqual([]);
  }
  const bad = [
    { ...NEWS[0], rankBefore: 0 },
    { ...NEWS[0], by: [{ walletAddress: '0x1', name: null }] },
    { ...NEWS[1], nationId: 'atlantis' },
    { ...NEWS[3], stakeIds: 'a' },
    { ...NEWS[3], dollars: '1' },
    { ...NEWS[4], kind: 'another' },
    { ...NEWS[4], key: 5 },
  ];
  expect(parseNews(JSON.stringify([...bad, NEWS[4]]))).toEqual([NEWS[4]]);
});

it('at most twenty are kept', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ ...NEWS[4], key: String(n) }));
  expect(parseNews(JSON.stringify(many))).toHaveLength(20);
});
