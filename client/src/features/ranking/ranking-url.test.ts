import { describe, expect, it } from 'vitest';
import { rankingLink, readRankingUrl } from './ranking-url.ts';

const read = (search: string) => readRankingUrl(new URLSearchParams(search));
const WALLET = `0x${'aB'.repeat(20)}`;

describe('the ranking’s address', () => {
  it('is the whole ranking without parameters', () => {
    expect(read('')).toEqual({ nationId: null, q: '', around: null, view: 'list', problems: [] });
  });

  it('names a nation, what is looked for, and whom to jump to, in any case', () => {
    expect(read('nation=Italy&q= mar ')).toMatchObject({ nationId: 'italy', q: 'mar' });
    expect(read(`around=${WALLET}`)).toMatchObject({ around: WALLET.toLowerCase(), problems: [] });
    expect(read('around=ME')).toMatchObject({ around: 'me' });
    expect(read('view=activity')).toMatchObject({ view: 'activity' });
  });

  it('says what makes no sense, and shows the whole ranking', () => {
    const { nationId, problems } = read('nation=atlantis');
    expect(nationId).toBeNull();
    expect(problems).toEqual([
      'There is no nation ‘atlantis’. The nations are usa, italy, argentina, china.',
    ]);
    expect(read('around=0x12').problems).toHaveLength(1);
    expect(read(`nation=${'x'.repeat(5000)}`).problems[0]?.length).toBeLessThan(200);
  });

  it('is written so that it reads as it was meant', () => {
    const link = rankingLink({ nation: 'usa', q: 'a&b=c' });
    expect(read(link.split('?')[1] ?? '')).toMatchObject({ nationId: 'usa', q: 'a&b=c' });
    expect(rankingLink({})).toBe('/ranking');
    expect(rankingLink({ nation: null })).toBe('/ranking');
  });
});
