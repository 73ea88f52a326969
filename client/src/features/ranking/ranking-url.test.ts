import { describe, expect, it } from 'vitest';
import { rankingLink, readRankingUrl, withPeople } from './ranking-url.ts';

const read = (search: string) => readRankingUrl(new URLSearchParams(search));
const WALLET = `0x${'aB'.repeat(20)}`;

describe('the ranking’s URL', () => {
  it('without parameters shows the whole ranking', () => {
    expect(read('')).toEqual({
      nationId: null,
      q: '',
      around: null,
      view: 'list',
      people: null,
      problems: [],
    });
  });

  it('holds a nation, a search and a row to jump to, in any case', () => {
    expect(read('nation=Italy&q= mar ')).toMatchObject({ nationId: 'italy', q: 'mar' });
    expect(read(`around=${WALLET}`)).toMatchObject({ around: WALLET.toLowerCase(), problems: [] });
    expect(read('around=ME')).toMatchObject({ around: 'me' });
    expect(read('view=activity')).toMatchObject({ view: 'activity' });
  });

  it('reports invalid parameters and falls back to the whole ranking', () => {
    const { nationId, problems } = read('nation=atlantis');
    expect(nationId).toBeNull();
    expect(problems).toEqual(['There is no nation ‘atlantis’.']);
    expect(read('around=0x12').problems).toHaveLength(1);
    expect(read(`nation=${'x'.repeat(5000)}`).problems[0]?.length).toBeLessThan(200);
  });

  it('[SCR74, SCR75] can be that of some people only: of a moment and a week, too', () => {
    const people = `with=${WALLET},0x${'1'.repeat(40)}`;
    const link = rankingLink({ people });
    expect(link).toBe(`/ranking?${people}`);
    expect(read(link.split('?')[1] ?? '')).toMatchObject({
      people: people.toLowerCase(),
    });
    expect(withPeople('/ranking?at=2026', people)).toBe(`/ranking?at=2026&${people}`);
    expect(rankingLink({ season: '2026-W48', people: 'mine' })).toBe(
      '/ranking?season=2026-W48&mine',
    );
    expect(read('mine').people).toBe('mine');
    expect(read('with=').people).toBeNull();
    expect(read('with=0x1%26at=2026').people).toBe('with=0x1at=2026');
  });

  it('is escaped, so that it reads back as it was written', () => {
    const link = rankingLink({ nation: 'usa', q: 'a&b=c' });
    expect(read(link.split('?')[1] ?? '')).toMatchObject({ nationId: 'usa', q: 'a&b=c' });
    expect(rankingLink({})).toBe('/ranking');
    expect(rankingLink({ nation: null })).toBe('/ranking');
  });
});
